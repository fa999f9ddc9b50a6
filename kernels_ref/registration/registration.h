// The reference kernels as TfLiteRegistrations: what an interpreter calls. One adapter serves every row:
// it checks types, infers shapes, makes outputs dynamic whose shapes depend on values that are not there
// yet, and runs the row's function on views of the tensors.
#pragma once

#include <span>

#include "runtime/tflite/common.h"

namespace litevk::ref {

// The registrations of every row, in op_list.inc's order, with OpInfo::op_code as builtin_code and version 1;
// valid as long as the library is loaded. `init` expects in `buffer` the node's builtin_data, or the options
// of a custom operator, as TFLite hands them over.
std::span<const abi::TfLiteRegistration> KernelRegistrations();

// Null when kernels_ref has no kernel for the operator.
const abi::TfLiteRegistration* FindKernelRegistration(int op_code);

}  // namespace litevk::ref
