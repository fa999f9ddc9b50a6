// liblitevk_runtime.so of a wheel: nothing but the name. The C API is in liblitevk.so, which it needs.
