// Runs nodes on their reference kernels. Only these functions convert tensors in memory to the views of
// kernels.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Runs FunctionFor's function on tensors whose types CheckTypes has accepted. Unpacks elements of packed
// types for the kernel, and packs its results.
//
// Does nothing if no output has elements and no variable is updated, unless the kernel checks values. Callers
// need not test for that.
Status RunChecked(const KernelRow& row, KernelFn run, const KernelArgs& args);

// True if an operand is of integers with a scale. It may be denormal, as it may in TFLite's own kernels, so
// such nodes run with denormals kept.
bool ReadsScales(const KernelArgs& args);

// Checks the types, and makes the row's own check.
Status CheckNode(const KernelRow& row, const PreparedNode& node);

// Checks the node, then runs.
Status RunKernel(const KernelRow& row, const KernelArgs& args);

// Finds an input of a node. A view without bytes has only a shape.
using FindInput = std::function<Result<ConstView>(ir::TensorId)>;

// Finds the inputs of the node, in their order. Omitted inputs give empty views.
Result<std::vector<ConstView>> GatherInputs(const ir::Node& node, const FindInput& find);

// Returns writable views of the variable tensors among the inputs, as in KernelArgs. The caller must own the
// bytes of these views.
std::vector<MutableView> VariablesAmong(std::span<const ConstView> inputs);

// An output of a node with its final dims, and its value in the memory format.
struct ComputedTensor {
  ir::Tensor tensor;
  std::vector<std::byte> bytes;
};

// Gathers the node's inputs, infers the dims of its outputs, allocates these and computes them.
Result<std::vector<ComputedTensor>> RunNode(const ir::Graph& graph, const ir::Node& node,
                                            const FindInput& find);

}  // namespace litevk::ref
