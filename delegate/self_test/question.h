// Questions to a device whose answers the host knows, as parts of one graph.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/graph/device_limits.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/shader_dispatch.h"
#include "runtime/vk/instance/device_info.h"

namespace litevk::self_test {

// Returns the first wrong answer, as "lane 3: expected 1, found 2"; empty if all are right.
using Check = std::string (*)(std::span<const uint32_t> answers, const gpu::DeviceLimits& limits);

struct Question {
  std::string_view name;
  // The feature that the question is about, without which a device can be used. None: every plan relies on
  // it.
  std::optional<vk::Feature> feature;
  // True if plans for a device of these limits use what the question is about.
  bool (*is_used)(const gpu::DeviceLimits& limits);
  // Adds the dispatches to the graph. Returns the tensor of the answers, in words.
  gpu::TensorId (*ask)(gpu::Graph& graph, const gpu::DeviceLimits& limits);
  Check check;
};

extern const Question kArithmetic;
extern const Question kChain;
extern const Question kSubgroups;
extern const Question kTexels;
extern const Question kPackedDots;
extern const Question kInt64;

inline bool AlwaysUsed(const gpu::DeviceLimits& /*limits*/) { return true; }

inline constexpr uint32_t kLanes = 64;

// Returns word `index` of a fixed sequence of well mixed ones.
constexpr uint32_t MixedWord(uint32_t index) {
  uint32_t word = (index + 1) * 0x9E3779B9U;
  word = (word ^ (word >> 16)) * 0x85EBCA6BU;
  word = (word ^ (word >> 13)) * 0xC2B2AE35U;
  return word ^ (word >> 16);
}

using Words4 = std::array<uint32_t, 4>;

// Returns the words from 4 * index on of that sequence.
constexpr Words4 MixedWords(uint32_t index) {
  return {MixedWord(4 * index), MixedWord(4 * index + 1), MixedWord(4 * index + 2), MixedWord(4 * index + 3)};
}

gpu::TensorId AddConstant(gpu::Graph& graph, std::vector<uint32_t> words);
// As above for `count` times four words, which `question_of` returns for each index.
template <typename QuestionOf>
gpu::TensorId AddQuestions(gpu::Graph& graph, uint32_t count, QuestionOf question_of) {
  std::vector<uint32_t> words;
  for (uint32_t i = 0; i < count; ++i) std::ranges::copy(question_of(i), std::back_inserter(words));
  return AddConstant(graph, std::move(words));
}
gpu::TensorId AddTensor(gpu::Graph& graph, uint64_t words);

template <typename Shader>
void AddDispatch(gpu::Graph& graph, const typename Shader::Spec& spec, std::span<const std::byte> push,
                 const typename Shader::Bindings& bindings, uint32_t workgroups, uint64_t iterations = 0) {
  graph.dispatches.push_back(gpu::MakeDispatch(Shader::kInfo, spec, push, bindings.List(), workgroups));
  graph.dispatches.back().iterations = iterations;
}

// Returns the difference between an answer and the word that is right; empty if they are equal.
std::string Differs(std::string_view what, size_t lane, uint32_t expected, uint32_t found);
// As above for floats, which may differ by a relative 2^-16. NaN is right for NaN only.
std::string DiffersAsFloat(std::string_view what, size_t lane, float expected, uint32_t found);

// Returns the first text that is not empty, of those that `difference_of` returns for each index.
template <typename DifferenceOf>
std::string FirstDifference(size_t count, DifferenceOf difference_of) {
  for (size_t i = 0; i < count; ++i) {
    std::string difference = difference_of(i);
    if (!difference.empty()) return difference;
  }
  return "";
}

}  // namespace litevk::self_test
