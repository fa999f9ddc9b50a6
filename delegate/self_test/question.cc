#include "delegate/self_test/question.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/base/float_text.h"

namespace litevk::self_test {
namespace {

std::string Text(std::string_view what, size_t lane, const std::string& expected, const std::string& found) {
  return std::string(what) + ", lane " + std::to_string(lane) + ": expected " + expected + ", found " + found;
}

}  // namespace

gpu::TensorId AddTensor(gpu::Graph& graph, uint64_t words) {
  graph.tensors.push_back({.name = "self-test", .bytes = words * sizeof(uint32_t)});
  return static_cast<gpu::TensorId>(graph.tensors.size() - 1);
}

gpu::TensorId AddConstant(gpu::Graph& graph, std::vector<uint32_t> words) {
  const gpu::TensorId tensor = AddTensor(graph, words.size());
  graph.tensors.back().is_constant = true;
  graph.constants.push_back({.tensor = tensor, .write = [words = std::move(words)](std::span<std::byte> out) {
                               std::ranges::copy(std::as_bytes(std::span(words)), out.begin());
                               return Status();
                             }});
  return tensor;
}

std::string Differs(std::string_view what, size_t lane, uint32_t expected, uint32_t found) {
  return expected == found ? "" : Text(what, lane, std::to_string(expected), std::to_string(found));
}

std::string DiffersAsFloat(std::string_view what, size_t lane, float expected, uint32_t found) {
  const auto value = std::bit_cast<float>(found);
  const bool is_right =
      std::isnan(expected) || std::isinf(expected)
          ? std::isnan(expected) == std::isnan(value) && (std::isnan(value) || value == expected)
          : std::abs(value - expected) <= std::ldexp(std::abs(expected), -16);
  return is_right ? "" : Text(what, lane, FloatText(expected), FloatText(value));
}

}  // namespace litevk::self_test
