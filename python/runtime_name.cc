// liblitevk_runtime.so of a wheel, which provides the library's name only. The C API is in liblitevk.so,
// which is loaded because of the function below.
#include "runtime/include/litevk/litevk_runtime.h"

// Exported, because a linker would drop an unused function and with it the dependency on liblitevk.so.
extern "C" LITEVK_RUNTIME_EXPORT const char* LitevkRuntimeName(void);
const char* LitevkRuntimeName() { return LitevkRuntimeVersion(); }
