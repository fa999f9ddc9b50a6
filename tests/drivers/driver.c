// Calls LLVM as Mesa's drivers do, by a name that the dynamic linker looks up.
#define VISIBLE __attribute__((visibility("default")))

int LLVMContextCreate(void);
VISIBLE int litevk_test_llvm(void);
int litevk_test_llvm(void) { return LLVMContextCreate(); }
