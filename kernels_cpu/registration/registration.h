// The reference kernels as TfLiteRegistrations, which an interpreter calls. One adapter serves every row: it
// checks types, infers shapes and runs the row's function on views of the tensors. Outputs become dynamic if
// their shapes depend on values that are not known yet.
#pragma once

#include <span>

#include "runtime/tflite/common.h"

namespace litevk::cpu {

// Returns the registrations of every row, in op_list.inc's order, with OpInfo::op_code as builtin_code and
// version 1. They are valid as long as the library is loaded. `init` expects in `buffer` the node's
// builtin_data, or the options of a custom operator, as TFLite passes them.
std::span<const abi::TfLiteRegistration> KernelRegistrations();

}  // namespace litevk::cpu
