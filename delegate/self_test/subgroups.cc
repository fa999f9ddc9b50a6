// Operations within a subgroup, whatever its size and whichever lanes it has.
#include <algorithm>
#include <map>

#include "delegate/self_test/question.h"
#include "shaders/self_test/known_subgroups.h"

namespace litevk::self_test {
namespace {

using shaders::KnownSubgroups;

constexpr size_t kWordsOfLane = 8;

// Values of a lane for the sum, the maximum, the minimum and the product. Small integers and powers of two,
// so that the order of a reduction does not matter.
std::array<float, 4> ValuesOf(uint32_t lane) {
  const auto small = [&](uint32_t i) {
    return static_cast<float>(static_cast<int>(MixedWord(4 * lane + i) % 201) - 100);
  };
  return {small(0), small(1), small(2), MixedWord(4 * lane + 3) % 2 == 0 ? 2.0F : -0.5F};
}

gpu::TensorId Ask(gpu::Graph& graph, const gpu::DeviceLimits& /*limits*/) {
  const auto words_of = [](uint32_t lane) { return std::bit_cast<Words4>(ValuesOf(lane)); };
  const KnownSubgroups::Bindings bindings = {.questions = AddQuestions(graph, kLanes, words_of),
                                             .answers = AddTensor(graph, kLanes * kWordsOfLane)};
  AddDispatch<KnownSubgroups>(graph, {.kLocalSizeX = kLanes}, {}, bindings, 1);
  return bindings.answers;
}

bool AreUsed(const gpu::DeviceLimits& limits) { return limits.subgroup_size > 1; }

struct Answers {
  uint32_t subgroup, subgroups, neighbour, is_elected;
  std::array<uint32_t, 4> reduced;
};

Answers AnswersOf(std::span<const uint32_t> words, uint32_t lane) {
  const auto own = words.subspan(lane * kWordsOfLane, kWordsOfLane);
  return {own[0], own[1], own[2], own[3], {own[4], own[5], own[6], own[7]}};
}

// A subgroup as its lanes report it.
struct Subgroup {
  std::array<float, 4> reduced = {0, -1000, 1000, 1};
  uint32_t elected = 0;
};

std::map<uint32_t, Subgroup> SubgroupsOf(std::span<const uint32_t> words) {
  std::map<uint32_t, Subgroup> subgroups;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    const Answers answers = AnswersOf(words, lane);
    const std::array<float, 4> values = ValuesOf(lane);
    Subgroup& own = subgroups[answers.subgroup];
    own.reduced = {own.reduced[0] + values[0], std::max(own.reduced[1], values[1]),
                   std::min(own.reduced[2], values[2]), own.reduced[3] * values[3]};
    own.elected += answers.is_elected;
  }
  return subgroups;
}

std::string CheckLane(std::span<const uint32_t> words, uint32_t lane,
                      const std::map<uint32_t, Subgroup>& subgroups) {
  constexpr std::array<std::string_view, 4> kNames = {"a sum", "a maximum", "a minimum", "a product"};
  const Answers answers = AnswersOf(words, lane);
  const Subgroup& own = subgroups.at(answers.subgroup);
  std::string difference =
      Differs("the number of subgroups", lane, static_cast<uint32_t>(subgroups.size()), answers.subgroups);
  if (difference.empty()) difference = Differs("elected lanes", lane, 1, own.elected);
  for (size_t i = 0; i < kNames.size() && difference.empty(); ++i)
    difference = DiffersAsFloat(kNames[i], lane, own.reduced[i], answers.reduced[i]);
  if (!difference.empty() || answers.neighbour >= kLanes) return difference;
  // The lane that gave its number gets this one's, if it is there at all.
  const Answers other = AnswersOf(words, answers.neighbour);
  const bool is_paired =
      other.subgroup == answers.subgroup && other.neighbour == lane && answers.neighbour != lane;
  return Differs("a shuffle", lane, 1, is_paired ? 1 : 0);
}

std::string CheckAnswers(std::span<const uint32_t> answers, const gpu::DeviceLimits& /*limits*/) {
  const std::map<uint32_t, Subgroup> subgroups = SubgroupsOf(answers);
  return FirstDifference(
      kLanes, [&](size_t lane) { return CheckLane(answers, static_cast<uint32_t>(lane), subgroups); });
}

}  // namespace

constexpr Question kSubgroups = {.name = "subgroups",
                                 .feature = vk::Feature::kSubgroups,
                                 .is_used = AreUsed,
                                 .ask = Ask,
                                 .check = CheckAnswers};

}  // namespace litevk::self_test
