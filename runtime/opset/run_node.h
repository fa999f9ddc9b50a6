// Runs nodes on their reference kernels: the one way from tensors as memory has them to what kernels see.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Runs FunctionFor's function on tensors whose types CheckTypes has found right. The views' bytes are as
// memory has them: elements of packed types are unpacked for the kernel, and its results packed. Does nothing
// where no output has elements and no variable is to be updated, unless the kernel checks values, so that no
// other needs to look for that.
Status RunChecked(const KernelRow& row, KernelFn run, const KernelArgs& args);

// Checks types and what the row's own check looks at, then runs.
Status RunKernel(const KernelRow& row, const KernelArgs& args);

// Finds an input of a node. A view without bytes has a shape alone.
using FindInput = std::function<Result<ConstView>(ir::TensorId)>;

// Finds the inputs of the node, in their order; views of nothing where the node leaves one out.
Result<std::vector<ConstView>> GatherInputs(const ir::Node& node, const FindInput& find);

// Returns the variable tensors among the inputs, writable, as KernelArgs has them. The bytes of these views
// are the caller's to write.
std::vector<MutableView> VariablesAmong(std::span<const ConstView> inputs);

// An output of a node with its final dims, and its value as memory has it.
struct ComputedTensor {
  ir::Tensor tensor;
  std::vector<std::byte> bytes;
};

// Gathers the node's inputs, infers the dims of its outputs, allocates these and computes them.
Result<std::vector<ComputedTensor>> RunNode(const ir::Graph& graph, const ir::Node& node,
                                            const FindInput& find);

}  // namespace litevk::ref
