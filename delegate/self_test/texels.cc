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
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    const uint32_t* const found = &answers[size_t{lane} * kWordsOfLane];
    for (uint32_t i = 0; i < 4; ++i) {
      const uint32_t place = (kLanes - 1 - lane) * 4 + i;
      std::string difference = Differs("a storage texel of four floats", lane, fours[place], found[i]);
      difference += Differs("a uniform texel of four floats", lane, fetched[place], found[4 + i]);
      const uint32_t one = ones[kWords - 1 - lane - i * kLanes];
      difference += Differs("a storage texel of a float", lane, one, found[8 + i]);
      if (!difference.empty()) return difference;
    }
  }
  return "";
}

}  // namespace

constexpr Question kTexels = {.name = "texel_buffers",
                              .feature = vk::Feature::kTexelBuffers,
                              .is_used = AreUsed,
                              .ask = Ask,
                              .check = CheckAnswers};

}  // namespace litevk::self_test
