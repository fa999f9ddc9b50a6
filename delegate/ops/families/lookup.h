// Operators of one input whose numbers have 8 or 16 bits: what each of the 256 or 65,536 becomes is a table,
// which kernels_ref computes when the model is loaded.
#pragma once

#include <optional>
#include <vector>

#include "delegate/kernel/op_spec.h"

namespace litevk {

// Returns a node of one input of int8 and one output of int8 as a table of results, which its kernel of
// kernels_ref makes (GpuKernel::as_integer_step). The kernel takes every number.
std::optional<IntegerStep> AsTableStep(const NodeView& view, int chained_input);

// Returns the kernels of the rows of lookup.inc, each with its operator.
std::vector<OpSpec> LookupOps();

}  // namespace litevk
