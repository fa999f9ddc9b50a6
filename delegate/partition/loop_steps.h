// Number of steps of a loop whose counter tells it. Partitions of the loop's body are weighed with it.
#pragma once

#include <optional>

#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns how many steps a node of IsLoop takes. Runs the condition, and the nodes that change its loop
// variables, on kernels_ref. Returns nothing if there are more than `most` steps, or if constants do not
// tell.
// The C ABI does not say which tensors are results of a body. A loop variable's next value is the only tensor
// of its type and dims that the variable and constants decide and that no node reads. A variable that no node
// of the body reads stays as it is.
std::optional<int> LoopSteps(const ir::Graph& caller, const ir::Node& loop, const ir::Graph& condition,
                             const ir::Graph& body, const gpu::DeviceLimits& limits, int most);

}  // namespace litevk
