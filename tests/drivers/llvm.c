// Defines a function of LLVM's C API; its result identifies the library.
#define VISIBLE __attribute__((visibility("default")))

VISIBLE int LLVMContextCreate(void);
int LLVMContextCreate(void) { return LITEVK_TEST_LLVM; }
