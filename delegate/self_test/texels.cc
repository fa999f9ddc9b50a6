// Loads through texel buffers.
#include "delegate/self_test/question.h"
#include "shaders/self_test/known_texels.h"

namespace litevk::self_test {
namespace {

using shaders::KnownTexels;

constexpr uint32_t kWords = 4 * kLanes;
constexpr uint32_t kWordsOfLane = 12;

// The words of a tensor: floats between 1 and 2, which no load changes.
std::vector<uint32_t> Words(uint32_t tensor) {
  std::vector<uint32_t> words(kWords);
  for (uint32_t i = 0; i < kWords; ++i) words[i] = (MixedWord(tensor * kWords + i) & 0x7FFFFF) | 0x3F800000;
  return words;
}

gpu::TensorId Ask(gpu::Graph& graph, const gpu::DeviceLimits& /*limits*/) {
  const KnownTexels::Bindings bindings = {.fours = AddConstant(graph, Words(0)),
                                          .ones = AddConstant(graph, Words(1)),
                                          .fetched = AddConstant(graph, Words(2)),
                                          .answers = AddTensor(graph, uint64_t{kLanes} * kWordsOfLane)};
  AddDispatch<KnownTexels>(graph, {.kLocalSizeX = kLanes}, {}, bindings, 1);
  return bindings.answers;
}

bool AreUsed(const gpu::DeviceLimits& limits) { return limits.profile.prefers_texel_loads; }

std::string CheckAnswers(std::span<const uint32_t> answers, const gpu::DeviceLimits& /*limits*/) {
  const std::vector<uint32_t> fours = Words(0);
  const std::vector<uint32_t> ones = Words(1);
  const std::vector<uint32_t> fetched = Words(2);
  return FirstDifference(size_t{kLanes} * kWordsOfLane, [&](size_t i) {
    const size_t lane = i / kWordsOfLane;
    const size_t component = i % 4;
    const size_t opposite = (kLanes - 1 - lane) * 4 + component;
    if (i % kWordsOfLane < 4)
      return Differs("a storage texel of four floats", lane, fours[opposite], answers[i]);
    if (i % kWordsOfLane < 8)
      return Differs("a uniform texel of four floats", lane, fetched[opposite], answers[i]);
    return Differs("a storage texel of a float", lane, ones[kWords - 1 - lane - component * kLanes],
                   answers[i]);
  });
}

}  // namespace

constexpr Question kTexels = {.name = "texel_buffers",
                              .feature = vk::Feature::kTexelBuffers,
                              .is_used = AreUsed,
                              .ask = Ask,
                              .check = CheckAnswers};

}  // namespace litevk::self_test
