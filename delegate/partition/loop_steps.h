// How often a loop runs, where its counter tells: what partitions of its body are weighed with.
#pragma once

#include <optional>

#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns how many steps a node of IsLoop takes, by running the condition and what changes its loop variables
// on kernels_ref. Nothing where it takes more than `most`, or where that is not told by constants.
// The C ABI does not say which tensors are results of a body: a loop variable's next value is the only tensor
// of its type and dims that the variable and constants decide and that no node reads. What no node of the
// body reads stays as it is.
std::optional<int> LoopSteps(const ir::Graph& caller, const ir::Node& loop, const ir::Graph& condition,
                             const ir::Graph& body, const gpu::DeviceLimits& limits, int most);

}  // namespace litevk
