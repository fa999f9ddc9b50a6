// A dispatch of a shader's generated class in a graph that is not a model's: a measurement, or a self-test.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/graph/gpu_graph.h"

namespace litevk::gpu {

// `spec` and `push` are the class's structs of these names, the latter as bytes.
template <typename Spec>
Dispatch MakeDispatch(const ShaderInfo& shader, const Spec& spec, std::span<const std::byte> push,
                      const std::vector<TensorId>& bindings, uint32_t workgroups) {
  const auto words = std::bit_cast<std::array<uint32_t, sizeof(spec) / sizeof(uint32_t)>>(spec);
  return {.shader = &shader,
          .spec = {words.begin(), words.end()},
          .push = {push.begin(), push.end()},
          .bindings = bindings,
          .workgroups = {workgroups, 1, 1},
          .label = std::string(shader.name)};
}

}  // namespace litevk::gpu
