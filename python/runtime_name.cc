// liblitevk_runtime.so of a wheel: nothing but the name. The C API is in liblitevk.so, which it needs for the
// function below.
#include "runtime/include/litevk/litevk_runtime.h"

// Seen from outside, as a linker would leave it out otherwise, and the library with it.
extern "C" LITEVK_RUNTIME_EXPORT const char* LitevkRuntimeName(void);
const char* LitevkRuntimeName() { return LitevkRuntimeVersion(); }
