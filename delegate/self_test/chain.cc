// Dispatches that depend on each other, with a barrier between each two and a tail that computes nothing.
#include <utility>

#include "delegate/self_test/question.h"
#include "shaders/self_test/known_chain.h"

namespace litevk::self_test {
namespace {

using shaders::KnownChain;

constexpr uint32_t kSteps = 64;
constexpr uint32_t kWords = 3 * kLanes + 5;

std::vector<uint32_t> First() {
  std::vector<uint32_t> words(kWords);
  for (uint32_t i = 0; i < kWords; ++i) words[i] = MixedWord(i);
  return words;
}

gpu::TensorId Ask(gpu::Graph& graph, const gpu::DeviceLimits& /*limits*/) {
  gpu::TensorId source = AddConstant(graph, First());
  for (uint32_t step = 0; step < kSteps; ++step) {
    const KnownChain::Push push = {.step = step, .last = kWords - 1};
    const KnownChain::Bindings bindings = {.source = source, .result = AddTensor(graph, kWords)};
    AddDispatch<KnownChain>(graph, {.kLocalSizeX = kLanes}, std::as_bytes(std::span(&push, 1)), bindings,
                            (kWords + kLanes - 1) / kLanes);
    source = bindings.result;
  }
  return source;
}

std::string CheckAnswers(std::span<const uint32_t> answers, const gpu::DeviceLimits& /*limits*/) {
  std::vector<uint32_t> words = First();
  for (uint32_t step = 0; step < kSteps; ++step) {
    std::vector<uint32_t> next(kWords);
    for (uint32_t i = 0; i < kWords; ++i) next[i] = words[kWords - 1 - i] * 1664525 + i + step;
    words = std::move(next);
  }
  return FirstDifference(kWords,
                         [&](size_t i) { return Differs("dependent dispatches", i, words[i], answers[i]); });
}

}  // namespace

constexpr Question kChain = {
    .name = "chain", .feature = {}, .is_used = AlwaysUsed, .ask = Ask, .check = CheckAnswers};

}  // namespace litevk::self_test
