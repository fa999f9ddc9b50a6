// Values of tensors that are known before a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "delegate/verdict/verdict.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/values/fold.h"
#include "runtime/values/planned_values.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using test::ModelBuilder;
using testing::Each;
using testing::ElementsAre;
using testing::Pair;

constexpr abi::TfLiteAddParams kNoActivation = {.activation = abi::kTfLiteActNone, .pot_scale_int16 = false};
// Longer than a stack with a frame for every node could hold.
constexpr int kLongChain = 30000;
// More elements than values that are kept may have.
constexpr int kMany = 1100;

class ValuesTest : public testing::Test {
 protected:
  ir::TensorId Many() { return model_.Floats({kMany}, std::vector<float>(kMany, 1.0F)); }
  ir::TensorId Sum(ir::TensorId a, ir::TensorId b) {
    const ir::TensorId sum =
        model_.Node(abi::kTfLiteBuiltinAdd, {a, b}, model_.tensor(a).dims, kNoActivation);
    model_.tensor(sum).type = model_.tensor(a).type;
    return sum;
  }
  void Judge() { JudgeGraph(model_.graph(), gpu::DeviceLimits()); }
  const ir::Tensor& tensor(ir::TensorId id) { return model_.tensor(id); }

  ModelBuilder model_;
};

TEST_F(ValuesTest, AFoldedTensorIsComputedOnceHoweverOftenItIsRead) {
  ir::TensorId sum = Many();
  for (int i = 0; i < 40; ++i) sum = Sum(sum, sum);
  Judge();
  const auto value = EvaluateKnown(model_.graph(), sum);
  ASSERT_TRUE(value.ok()) << value.status().message();
  EXPECT_THAT(value->As<float>(), Each(std::ldexp(1.0F, 40)));
}

TEST_F(ValuesTest, AChainOfFoldedNodesMayBeLong) {
  const ir::TensorId many = Many();
  ir::TensorId sum = many;
  for (int i = 0; i < kLongChain; ++i) sum = Sum(sum, many);
  Judge();
  const auto value = EvaluateKnown(model_.graph(), sum);
  ASSERT_TRUE(value.ok()) << value.status().message();
  EXPECT_THAT(value->As<float>(), Each(kLongChain + 1.0F));
}

TEST_F(ValuesTest, AChainOfPlannedNodesMayBeLong) {
  const ir::TensorId one = model_.Ints({1});
  ir::TensorId sum = one;
  for (int i = 0; i < kLongChain; ++i) sum = Sum(sum, one);
  Judge();
  ASSERT_TRUE(tensor(sum).is_planned());
  PlannedValues values;
  ASSERT_TRUE(values.Evaluate(model_.graph(), sum).ok());
  EXPECT_EQ(ir::StoredInts(tensor(sum)), std::vector<int>{kLongChain + 1});
}

TEST_F(ValuesTest, FewFoldedElementsAreKept) {
  const ir::TensorId few = model_.Floats({2}, {1, 2});
  const ir::TensorId kept = Sum(few, few);
  const ir::TensorId many = Many();
  const ir::TensorId computed = Sum(many, many);
  Judge();
  ASSERT_NE(tensor(kept).kept, nullptr);
  EXPECT_THAT(ElementsOf<float>(tensor(kept).data), ElementsAre(2, 4));
  EXPECT_EQ(tensor(computed).constness, ir::Constness::kFolded);
  EXPECT_EQ(tensor(computed).kept, nullptr);
}

TEST_F(ValuesTest, OfAnUnknownTensorNothingIsEvaluated) {
  const ir::TensorId input = model_.Input({2});
  const ir::TensorId sum = Sum(input, input);
  Judge();
  EXPECT_EQ(EvaluateKnown(model_.graph(), sum).status().message(),
            "tensor " + std::to_string(sum) + " is not known before the first run");
}

// Two elements share a byte, the first one in its lower half.
TEST_F(ValuesTest, PackedElementsAreUnpackedForTheKernelAndPackedAgain) {
  const std::vector<uint8_t> packed = {0xE1, 0xC3};  // 1, -2, 3, -4
  const ir::TensorId table = model_.Constant({4}, ir::DataType::kInt4, packed);
  const ir::TensorId picked = model_.Node(abi::kTfLiteBuiltinGather, {table, model_.Ints({3, 0, 2})}, {3},
                                          abi::TfLiteGatherParams{.axis = 0, .batch_dims = 0});
  model_.tensor(picked).type = ir::DataType::kInt4;
  EXPECT_EQ(tensor(table).ByteCount(), 2);
  EXPECT_EQ(tensor(picked).ByteCount(), 2);
  Fold(model_.graph(), model_.last_node());
  const auto value = EvaluateKnown(model_.graph(), picked);
  ASSERT_TRUE(value.ok()) << value.status().message();
  EXPECT_THAT(value->As<uint8_t>(), ElementsAre(0x1C, 0x03));  // -4, 1, 3
}

TEST(BytesForTest, CountsBits) {
  EXPECT_EQ(ir::BytesFor(ir::DataType::kFloat32, 3), 12);
  EXPECT_EQ(ir::BytesFor(ir::DataType::kInt4, 4), 2);
  EXPECT_EQ(ir::BytesFor(ir::DataType::kInt4, 5), 3);
  EXPECT_EQ(ir::BytesFor(ir::DataType::kUInt4, 1), 1);
  EXPECT_EQ(ir::BytesFor(ir::DataType::kInt2, 5), 2);
  EXPECT_EQ(ir::BytesFor(ir::DataType::kInt2, 0), 0);
  EXPECT_EQ(ir::BytesFor(ir::DataType::kString, 5), 0);
}

TEST(RangeOfTest, IsThatOfTheBits) {
  const auto range_of = [](ir::DataType type) {
    const ir::IntegerRange range = ir::RangeOf(type);
    return std::pair(range.lowest, range.highest);
  };
  EXPECT_THAT(range_of(ir::DataType::kInt4), Pair(-8, 7));
  EXPECT_THAT(range_of(ir::DataType::kUInt4), Pair(0, 15));
  EXPECT_THAT(range_of(ir::DataType::kInt8), Pair(-128, 127));
  EXPECT_THAT(range_of(ir::DataType::kUInt32), Pair(0, 4294967295));
  EXPECT_THAT(range_of(ir::DataType::kInt64),
              Pair(std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()));
}

}  // namespace
}  // namespace litevk
