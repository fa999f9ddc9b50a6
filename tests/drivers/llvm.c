// Defines a function of LLVM's C API, which says in whose library it is.
#define VISIBLE __attribute__((visibility("default")))

VISIBLE int LLVMContextCreate(void);
int LLVMContextCreate(void) { return LITEVK_TEST_LLVM; }
