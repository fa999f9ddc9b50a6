// Arithmetic that every plan relies on, shared memory, loops, constants of specialization and of push blocks.
#include <algorithm>
#include <cmath>
#include <limits>

#include "delegate/self_test/question.h"
#include "runtime/graph/divisor.h"
#include "shaders/self_test/known_arithmetic.h"

namespace litevk::self_test {
namespace {

using shaders::KnownArithmetic;
using Words2 = std::array<uint32_t, 2>;

constexpr uint32_t kSpecialized = 0xA5A5F00D;

// Rounds of the loop: as many as kernels may run on the device, and at most 2^20. A CPU would take long.
uint32_t Rounds(const gpu::DeviceLimits& limits) {
  const uint64_t most = limits.runs_on_cpu ? 1U << 16 : 1U << 20;
  constexpr uint64_t kOthers = 16;  // iterations of the shader's other loops, and to spare
  return static_cast<uint32_t>(std::min(most, limits.max_loop_iterations) - kOthers);
}

KnownArithmetic::Push PushOf(const gpu::DeviceLimits& limits) {
  KnownArithmetic::Push push = {.rounds = Rounds(limits)};
  for (uint32_t i = 0; i < std::size(push.words); ++i) push.words[i] = MixedWord(i);
  return push;
}

float FloatOf(uint32_t word, float from, float to) {
  return from + static_cast<float>(word) / 4294967296.0F * (to - from);
}

uint32_t Bits(float value) { return std::bit_cast<uint32_t>(value); }

uint32_t High(uint64_t wide) { return static_cast<uint32_t>(wide >> 32); }

int32_t AsSigned(uint32_t word) { return static_cast<int32_t>(word); }

// A section of the shader: four words for a lane, and its two answers.
struct Section {
  std::string_view name;
  Words4 (*question)(uint32_t lane, Words4 mixed);
  // Floats answer within a tolerance.
  bool is_float;
  Words2 (*answer)(Words4 question, uint32_t lane, const gpu::DeviceLimits& limits);
};

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Divisors and dividends with extreme values among them; dividends are below 2^31.
Words4 QuotientQuestion(uint32_t lane, Words4 mixed) {
  constexpr std::array<uint32_t, 8> kDivisors = {1, 2, 3, 7, 641, 65535, 65537, 0x7FFFFFFF};
  constexpr std::array<uint32_t, 4> kDividends = {0, 1, 0x7FFFFFFF, 0x7FFFFFFE};
  const uint32_t d = lane % 2 == 0 ? kDivisors[lane / 2 % 8] : mixed[1] % 4096 + 1;
  const uint32_t n = lane % 5 == 0 ? kDividends[lane / 5 % 4] : mixed[0] >> 1;
  const gpu::Divisor divisor(d);
  return {n, divisor.multiplier, divisor.shift, d};
}

Words2 QuotientAnswer(Words4 q, uint32_t /*lane*/, const gpu::DeviceLimits& /*limits*/) {
  return {q[0] / q[3], q[0] % q[3]};
}

Words2 HighWordAnswer(Words4 q, uint32_t /*lane*/, const gpu::DeviceLimits& /*limits*/) {
  const int64_t wide = int64_t{AsSigned(q[2])} * AsSigned(q[3]);
  return {High(uint64_t{q[0]} * q[1]), High(static_cast<uint64_t>(wide))};
}

// The third word is a pair of float16 values that are numbers, so that its bits stay.
Words4 BitsQuestion(uint32_t /*lane*/, Words4 mixed) {
  return {mixed[0], mixed[1], (mixed[2] & 0x8BFF8BFF) | 0x3C003C00, 0};
}

Words2 BitsAnswer(Words4 q, uint32_t /*lane*/, const gpu::DeviceLimits& /*limits*/) {
  const auto byte = static_cast<int8_t>(q[0] >> (q[1] % 4 * 8));
  return {static_cast<uint32_t>(int32_t{byte}), q[2]};
}

Words4 FunctionQuestion(uint32_t lane, Words4 mixed) {
  constexpr std::array<float, 5> kExponents = {-kInfinity, 0, 88, kInfinity, kNan};
  constexpr std::array<float, 5> kRoots = {0, kInfinity, -1, kNan, 4};
  if (lane < kExponents.size()) return {Bits(kExponents[lane]), Bits(kRoots[lane]), 0, 0};
  return {Bits(FloatOf(mixed[0], -80, 80)), Bits(FloatOf(mixed[1], 0, 1e6F)), 0, 0};
}

Words2 FunctionAnswer(Words4 q, uint32_t /*lane*/, const gpu::DeviceLimits& /*limits*/) {
  return {Bits(std::exp(std::bit_cast<float>(q[0]))), Bits(std::sqrt(std::bit_cast<float>(q[1])))};
}

// Infinite quotients are left out: docs/NUMERICS.md says which of them kernels rely on.
Words4 RealQuotientQuestion(uint32_t lane, Words4 mixed) {
  constexpr std::array<float, 4> kDivisors = {3e38F, -3e38F, 1e-30F, 8.6e37F};
  const float divisor = lane < kDivisors.size() ? kDivisors[lane] : FloatOf(mixed[1], 0.1F, 1000);
  return {Bits(FloatOf(mixed[0], -1000, 1000)), Bits(divisor), Bits(FloatOf(mixed[2], -20, 20)), 0};
}

Words2 RealQuotientAnswer(Words4 q, uint32_t /*lane*/, const gpu::DeviceLimits& /*limits*/) {
  const float bend = std::clamp(std::bit_cast<float>(q[2]), -10.0F, 10.0F);
  return {Bits(std::bit_cast<float>(q[0]) / std::bit_cast<float>(q[1])), Bits(std::tanh(bend))};
}

Words4 NonFiniteQuestion(uint32_t lane, Words4 mixed) {
  constexpr std::array<uint32_t, 6> kWords = {0x7F800000, 0xFF800000, 0x7FC00000,
                                              0xFFC00001, 0x7F7FFFFF, 0x80000000};
  const uint32_t finite = Bits(FloatOf(mixed[0], -1000, 1000));
  return {lane < kWords.size() ? kWords[lane] : finite, 0, 0, 0};
}

Words2 NonFiniteAnswer(Words4 q, uint32_t /*lane*/, const gpu::DeviceLimits& /*limits*/) {
  const uint32_t magnitude = q[0] & 0x7FFFFFFF;
  return {magnitude > 0x7F800000 ? 1U : 0U, magnitude == 0x7F800000 ? q[0] - 1 : q[0]};
}

Words4 Mixed(uint32_t /*lane*/, Words4 mixed) { return mixed; }

constexpr uint32_t kMultiplier = 1664525;

// Returns the state after that many rounds of state = state * kMultiplier + addend, by powers of the round.
uint32_t StateAfter(uint32_t rounds, uint32_t state, uint32_t addend) {
  uint32_t multiplier = kMultiplier;
  uint32_t addends = 1;
  for (; rounds > 0; rounds /= 2) {
    if (rounds % 2 == 1) state = state * multiplier + addend * addends;
    addends += addends * multiplier;
    multiplier *= multiplier;
  }
  return state;
}

Words2 LoopAnswer(Words4 q, uint32_t /*lane*/, const gpu::DeviceLimits& limits) {
  const KnownArithmetic::Push push = PushOf(limits);
  return {StateAfter(Rounds(limits), q[0], q[1]), push.words[30] ^ push.words[0] ^ kSpecialized};
}

Words4 QuestionOf(size_t section, uint32_t lane);

constexpr size_t kSharedSection = 6;

Words2 SharedAnswer(Words4 /*question*/, uint32_t lane, const gpu::DeviceLimits& /*limits*/) {
  uint32_t sum = 0;
  for (uint32_t other = 0; other < kLanes; ++other) sum += QuestionOf(kSharedSection, other)[0];
  return {sum, QuestionOf(kSharedSection, kLanes - 1 - lane)[0]};
}

// In the shader's order.
constexpr Section kSections[] = {
    {"quotients of integers", QuotientQuestion, false, QuotientAnswer},
    {"high words of products", Mixed, false, HighWordAnswer},
    {"fields of bits", BitsQuestion, false, BitsAnswer},
    {"functions of floats", FunctionQuestion, true, FunctionAnswer},
    {"quotients of floats", RealQuotientQuestion, true, RealQuotientAnswer},
    {"infinities and NaN", NonFiniteQuestion, false, NonFiniteAnswer},
    {"shared memory", Mixed, false, SharedAnswer},
    {"a long loop", Mixed, false, LoopAnswer},
};

constexpr uint32_t kQuestions = static_cast<uint32_t>(std::size(kSections)) * kLanes;

Words4 QuestionOf(size_t section, uint32_t lane) {
  return kSections[section].question(lane, MixedWords(static_cast<uint32_t>(section) * kLanes + lane));
}

gpu::TensorId Ask(gpu::Graph& graph, const gpu::DeviceLimits& limits) {
  const KnownArithmetic::Push push = PushOf(limits);
  const auto question_of = [](uint32_t i) { return QuestionOf(i / kLanes, i % kLanes); };
  const KnownArithmetic::Bindings bindings = {.questions = AddQuestions(graph, kQuestions, question_of),
                                              .answers = AddTensor(graph, uint64_t{kQuestions} * 2)};
  const KnownArithmetic::Spec spec = {.kSpecialized = kSpecialized};
  AddDispatch<KnownArithmetic>(graph, spec, std::as_bytes(std::span(&push, 1)), bindings,
                               std::size(kSections), KnownArithmetic::Iterations(spec, push));
  return bindings.answers;
}

std::string CheckAnswers(std::span<const uint32_t> answers, const gpu::DeviceLimits& limits) {
  return FirstDifference(kQuestions, [&](size_t i) {
    const Section& asked = kSections[i / kLanes];
    const auto lane = static_cast<uint32_t>(i % kLanes);
    const Words2 expected = asked.answer(QuestionOf(i / kLanes, lane), lane, limits);
    return FirstDifference(expected.size(), [&](size_t word) {
      const uint32_t found = answers[i * expected.size() + word];
      return asked.is_float ? DiffersAsFloat(asked.name, lane, std::bit_cast<float>(expected[word]), found)
                            : Differs(asked.name, lane, expected[word], found);
    });
  });
}

}  // namespace

constexpr Question kArithmetic = {
    .name = "arithmetic", .feature = {}, .is_used = AlwaysUsed, .ask = Ask, .check = CheckAnswers};

}  // namespace litevk::self_test
