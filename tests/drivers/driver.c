// Calls LLVM like Mesa's drivers, by a name that the dynamic linker resolves.
#define VISIBLE __attribute__((visibility("default")))

int LLVMContextCreate(void);
VISIBLE int litevk_test_llvm(void);
int litevk_test_llvm(void) { return LLVMContextCreate(); }
