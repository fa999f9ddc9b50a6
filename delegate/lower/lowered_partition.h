// A partition on its way to the GPU: the graph that the operators' `lower` functions write, and its mapping
// to the model's tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "delegate/lower/choices.h"
#include "delegate/views/assign_storage.h"
#include "delegate/views/view_plan.h"
#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

struct LoweredPartition {
  gpu::Graph graph;
  std::vector<gpu::TensorId> tensors;  // by ir::TensorId; kNoTensor where the GPU has none
  StoragePlan storage;
  ViewPlan views;
  gpu::TensorId zeros = gpu::kNoTensor;  // 16 zero bytes, bound where a shader's binding is unused
  std::vector<ChoicePoint> choice_points;
  // The tensor with the next value of each variable tensor that a node updates.
  std::unordered_map<ir::TensorId, gpu::TensorId> states;
};

// Adds a tensor of `elements` elements. Buffers are bound in whole 32-bit words, of which narrow elements may
// leave the last one partly unused.
gpu::TensorId AddTensor(LoweredPartition& out, std::string name, uint64_t elements, gpu::Storage storage);
// Makes a tensor a constant (Lowering::AddConstant) and returns it.
gpu::TensorId MakeConstant(LoweredPartition& out, gpu::TensorId id,
                           std::function<Status(std::span<std::byte>)> write, std::string key);
// Returns a key of the bytes that prepacking makes of a tensor, or of no tensor if it is absent; "" if the
// bytes belong to one plan.
std::string KeyOfTensor(const ir::Graph& graph, ir::TensorId id, std::string_view packing);

// Returns the GPU's tensor for one of the model's, at the place that the plan of views gives it. Known values
// are its constant.
gpu::TensorId MapTensor(const ir::Graph& graph, ir::TensorId id, LoweredPartition& out);

}  // namespace litevk
