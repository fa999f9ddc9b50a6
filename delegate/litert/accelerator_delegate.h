// The delegate of a CompiledModel.
#pragma once

#include "runtime/litert/accelerator.h"
#include "runtime/litert/runtime_functions.h"

namespace litevk {

// Creates a delegate with the options of a model and of its environment, and hands it to LiteRT, which
// destroys it with the model. `wrapper` stays null when that fails. A failure is printed on standard error:
// LiteRT passes only the status on.
litert::Status CreateAcceleratorDelegate(const litert::RuntimeFunctions& runtime, void* environment,
                                         void* options, void** wrapper);

}  // namespace litevk
