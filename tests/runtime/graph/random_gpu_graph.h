// Random gpu::Graphs for the tests of the memory plan and of the barriers.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "runtime/graph/gpu_graph.h"

namespace litevk::gpu {

// Returns a shader with only an interface: `accesses` of its bindings, in order.
inline const ShaderInfo& ShaderWith(const std::vector<Access>& accesses) {
  static std::vector<std::vector<Access>> keys;
  static std::vector<std::unique_ptr<std::vector<BindingInfo>>> bindings;
  static std::vector<std::unique_ptr<ShaderInfo>> shaders;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == accesses) return *shaders[i];
  }
  auto infos = std::make_unique<std::vector<BindingInfo>>();
  for (const Access access : accesses) infos->push_back({"binding", access});
  keys.push_back(accesses);
  bindings.push_back(std::move(infos));
  shaders.push_back(std::make_unique<ShaderInfo>(ShaderInfo{"fake", {}, {}, *bindings.back(), 0}));
  return *shaders.back();
}

inline TensorId AddTensor(Graph& graph, uint64_t bytes, TensorId alias_of = kNoTensor) {
  Tensor tensor;
  tensor.name = "t" + std::to_string(graph.tensors.size());
  tensor.bytes = bytes;
  tensor.alias_of = alias_of;
  graph.tensors.push_back(std::move(tensor));
  return static_cast<TensorId>(graph.tensors.size() - 1);
}

inline void AddDispatch(Graph& graph, const std::vector<TensorId>& reads, TensorId write,
                        Access write_access = Access::kWrite) {
  std::vector<Access> accesses(reads.size(), Access::kRead);
  accesses.push_back(write_access);
  Dispatch dispatch;
  dispatch.shader = &ShaderWith(accesses);
  dispatch.bindings = reads;
  dispatch.bindings.push_back(write);
  graph.dispatches.push_back(std::move(dispatch));
}

// Alignment of the offsets of partial aliases. It is a multiple of the alignment of the tests' devices.
inline constexpr uint64_t kPartAlignment = 64;

// Adds an alias of all of the tensor, or of a part of its bytes.
inline TensorId AddAlias(Graph& graph, TensorId of, std::mt19937& random) {
  const auto below = [&](uint64_t n) { return std::uniform_int_distribution<uint64_t>(0, n - 1)(random); };
  const uint64_t bytes = graph.tensors[static_cast<size_t>(of)].bytes;
  const TensorId alias = AddTensor(graph, bytes, of);
  Tensor& tensor = graph.tensors.back();
  if (bytes > 0 && below(2) == 0) {
    tensor.offset_bytes = below((bytes - 1) / kPartAlignment + 1) * kPartAlignment;
    tensor.bytes = 4 + below((bytes - tensor.offset_bytes) / 4) * 4;
  }
  return alias;
}

// Returns up to 24 dispatches. They read existing tensors, including aliases, constants and empty tensors.
// They write a new tensor, or sometimes an old one or a part of it.
inline Graph RandomGraph(std::mt19937& random) {
  const auto below = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  const auto bytes = [&] { return below(8) == 0 ? 0 : 4 * (1 + below(below(2) == 0 ? 16 : 1000)); };
  Graph graph;
  std::vector<TensorId> readable;
  std::vector<TensorId> writable;
  for (size_t i = 0; i <= below(3); ++i) {
    readable.push_back(AddTensor(graph, bytes()));
    graph.tensors.back().is_input = true;
  }
  for (size_t i = 0; i < below(3); ++i) {
    readable.push_back(AddTensor(graph, bytes()));
    graph.tensors.back().is_constant = true;
  }
  const size_t dispatches = 1 + below(24);
  for (size_t d = 0; d < dispatches; ++d) {
    std::vector<TensorId> reads;
    for (size_t i = 0; i <= below(3); ++i) reads.push_back(readable[below(readable.size())]);
    if (!writable.empty() && below(8) == 0) {
      AddDispatch(graph, reads, writable[below(writable.size())], Access::kReadWrite);
      continue;
    }
    const TensorId output = AddTensor(graph, bytes());
    AddDispatch(graph, reads, output);
    writable.push_back(output);
    readable.push_back(output);
    for (size_t parts = below(4) == 0 ? 1 + below(3) : 0; parts > 0; --parts) {
      readable.push_back(AddAlias(graph, output, random));
      if (below(2) == 0) writable.push_back(readable.back());
    }
  }
  for (size_t i = 0; i <= below(2); ++i) {
    graph.tensors[static_cast<size_t>(readable[below(readable.size())])].is_output = true;
  }
  return graph;
}

}  // namespace litevk::gpu
