// Dot products of packed int8, and 64-bit integers.
#include <array>
#include <tuple>

#include "delegate/self_test/question.h"
#include "shaders/self_test/known_int64.h"
#include "shaders/self_test/known_packed_dots.h"

namespace litevk::self_test {
namespace {

using shaders::KnownInt64;
using shaders::KnownPackedDots;

// Words of a lane; the first lanes have extreme values in all bytes or words.
Words4 QuestionOf(uint32_t lane) {
  constexpr std::array<Words4, 5> kExtremes = {Words4{0x80808080, 0x80808080, 0x7F7F7F7F, 0x80000000},
                                               Words4{0x7F7F7F7F, 0x7F7F7F7F, 0x80808080, 0x7FFF0000},
                                               Words4{0xFFFFFFFF, 0xFFFFFFFF, 0x01010101, 0xFFFFFFFF},
                                               Words4{0, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFF},
                                               Words4{0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}};
  if (lane < kExtremes.size()) return kExtremes[lane];
  return MixedWords(lane);
}

template <typename Shader, uint32_t words_of_lane>
gpu::TensorId Ask(gpu::Graph& graph, const gpu::DeviceLimits& /*limits*/) {
  const typename Shader::Bindings bindings = {.questions = AddQuestions(graph, kLanes, QuestionOf),
                                              .answers = AddTensor(graph, uint64_t{kLanes} * words_of_lane)};
  AddDispatch<Shader>(graph, {.kLocalSizeX = kLanes}, {}, bindings, 1);
  return bindings.answers;
}

uint32_t Dot(uint32_t left, uint32_t right) {
  int32_t sum = 0;
  for (uint32_t byte = 0; byte < 4; ++byte)
    sum += static_cast<int8_t>(left >> (8 * byte)) * static_cast<int8_t>(right >> (8 * byte));
  return static_cast<uint32_t>(sum);
}

std::array<uint32_t, 2> DotAnswer(Words4 q) { return {Dot(q[0], q[1]), Dot(q[0], q[2]) + q[3]}; }

std::array<uint32_t, 8> Int64Answer(Words4 q) {
  const uint64_t left = uint64_t{q[1]} << 32 | q[0];
  const uint64_t right = uint64_t{q[3]} << 32 | q[2];
  const std::array<uint64_t, 4> results = {left + right, left * right, left >> (q[3] % 64),
                                           uint64_t{q[0]} << 32 | q[1]};
  return std::bit_cast<std::array<uint32_t, 8>>(results);
}

bool DotsAreUsed(const gpu::DeviceLimits& limits) {
  return limits.dot_product != gpu::PackedDotProduct::kNone;
}

// Texel modules store pairs of vectors as 64-bit integers (shaders/common/put_vectors.glsl).
bool Int64IsUsed(const gpu::DeviceLimits& limits) { return limits.profile.prefers_texel_loads; }

template <auto answer>
std::string CheckAnswers(std::span<const uint32_t> answers, const gpu::DeviceLimits& /*limits*/) {
  constexpr size_t kWords = std::tuple_size_v<decltype(answer(Words4{}))>;
  return FirstDifference(kLanes * kWords, [&](size_t i) {
    const auto expected = answer(QuestionOf(static_cast<uint32_t>(i / kWords)));
    return Differs("word " + std::to_string(i % kWords), i / kWords, expected[i % kWords], answers[i]);
  });
}

}  // namespace

constexpr Question kPackedDots = {.name = "dot_product",
                                  .feature = vk::Feature::kDotProduct,
                                  .is_used = DotsAreUsed,
                                  .ask = Ask<KnownPackedDots, 2>,
                                  .check = CheckAnswers<DotAnswer>};
constexpr Question kInt64 = {.name = "int64",
                             .feature = vk::Feature::kInt64,
                             .is_used = Int64IsUsed,
                             .ask = Ask<KnownInt64, 8>,
                             .check = CheckAnswers<Int64Answer>};

}  // namespace litevk::self_test
