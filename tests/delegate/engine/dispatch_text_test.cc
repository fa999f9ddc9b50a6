// Text of the debug dump for the words of a dispatch.
#include "delegate/engine/dispatch_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "delegate/lower/lowering.h"
#include "runtime/graph/divisor.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

const ir::Shape kImage = {1, 4, 4, 8};

class DispatchTextTest : public ::testing::Test {
 protected:
  const gpu::Dispatch& Run(std::vector<ir::TensorId> inputs, ir::TensorId output,
                           const LowerOptions& options = {}) {
    lowered_ =
        Lower(test::Judged(build_.graph()), build_.AllPositions(), inputs, std::array{output}, options);
    return lowered_.graph.dispatches.at(0);
  }

  GraphBuilder build_;
  LoweredPartition lowered_;
};

TEST_F(DispatchTextTest, NamesTheStepsOfAnEpilogueAndTheirOperands) {
  const auto input = build_.Runtime(kImage);
  const auto residual = build_.Runtime(kImage);
  const auto conv = build_.Conv(input, kImage, 1, abi::kTfLiteActRelu6);
  const auto sum = build_.Add(conv, residual, kImage);
  const auto biased = build_.Add(sum, build_.Floats({8}, {1, 2, 3, 4, 5, 6, 7, 8}), kImage);
  const auto scaled = build_.Add(biased, build_.Floats({1}, {2.5F}), kImage);
  const auto output = build_.Node(abi::kTfLiteBuiltinTanh, {scaled}, kImage);
  const gpu::Dispatch& dispatch = Run({input, residual}, output);
  EXPECT_EQ(NodesText(build_.graph(), ir::GraphIndex(build_.graph()), dispatch),
            "0 CONV_2D, 1 ADD, 2 ADD, 3 ADD, 4 TANH");
  const std::vector<std::string> texts = EpilogueTexts(lowered_.graph, dispatch);
  std::vector<std::string> computed;
  for (const std::string& text : texts) {
    if (text != "Finite: v") computed.push_back(text);
  }
  const std::string residual_id = std::to_string(lowered_.tensors[static_cast<size_t>(residual)]);
  EXPECT_THAT(
      computed,
      ElementsAre("Relu6: clamp(v, 0.0, 6.0)",
                  MatchesRegex("Add: v \\+ x; x = tensor " + residual_id + " '.*', element by element"),
                  MatchesRegex("Add: v \\+ x; x = tensor [0-9]+ '.*', one for each channel"),
                  "Add: v + x; x = 2.5", "Tanh: tanh(clamp(v, -10.0, 10.0))"));
}

TEST_F(DispatchTextTest, NamesSpecializationAndPushConstants) {
  const auto input = build_.Runtime({1, 6, 6, 8});
  const auto output = build_.Node(abi::kTfLiteBuiltinPad,
                                  {input, build_.Ints({4, 2}, {0, 0, 1, 2, 3, 4, 0, 0})}, {1, 9, 13, 8});
  const gpu::Dispatch& dispatch = Run({input}, output);
  EXPECT_THAT(SpecializationText(dispatch),
              MatchesRegex(" kLocalSizeX=64 kAligned=1 kSourceAligned=1 .*kElementBytes=4 .*"));
  EXPECT_THAT(SpecializationText(dispatch), Not(HasSubstr("Epilogue")));
  EXPECT_THAT(PushText(dispatch),
              MatchesRegex(" row=[0-9]+ rows=[0-9]+ .* source_offset=-[0-9]+ source_stride=\\[.*\\] .*"));
  EXPECT_THAT(EpilogueTexts(lowered_.graph, dispatch), ElementsAre());
}

TEST_F(DispatchTextTest, NamesTheIntegersThatFloatsAreStoredAs) {
  const auto input = build_.Runtime(kImage);
  const auto floats = build_.Node(abi::kTfLiteBuiltinTanh, {input}, kImage);
  const auto integers = build_.Node(abi::kTfLiteBuiltinQuantize, {floats}, kImage, {}, ir::DataType::kInt8);
  build_.Quantize(integers, {.scales = {0.5F}, .zero_points = {3}});
  EXPECT_EQ(EpilogueTexts(lowered_.graph, Run({input}, integers)).back(), "Quantize: integers of 8 bits");
}

TEST_F(DispatchTextTest, SaysWhatIsDividedBy) {
  const auto input = build_.Runtime(kImage);
  const gpu::Dispatch& dispatch = Run({input}, build_.Node(abi::kTfLiteBuiltinTanh, {input}, kImage));
  EXPECT_THAT(PushText(dispatch), HasSubstr(" total=32 "));
  EXPECT_THAT(PushText(dispatch), HasSubstr(" by_blocks=/32"));
}

TEST_F(DispatchTextTest, WordsOfAnUnknownShaderArePlain) {
  const gpu::ShaderInfo shader = {"test", {}, {}, {}, 8};
  const gpu::Dispatch dispatch = {.shader = &shader, .spec = {3, 4}, .push = std::vector<std::byte>(8)};
  EXPECT_EQ(SpecializationText(dispatch), " 3 4");
  EXPECT_EQ(PushText(dispatch), " 0 0");
  EXPECT_THAT(EpilogueTexts({}, dispatch), ElementsAre());
}

TEST(Divisor, KnowsItsNumber) {
  for (uint32_t number = 1; number < 5000; ++number) EXPECT_EQ(gpu::Divisor(number).value(), number);
  for (uint32_t bit = 12; bit <= 30; ++bit) {
    for (const uint32_t number : {(1U << bit) - 1, 1U << bit, (1U << bit) + 1, 1U << 31}) {
      EXPECT_EQ(gpu::Divisor(number).value(), number);
    }
  }
}

}  // namespace
}  // namespace litevk
