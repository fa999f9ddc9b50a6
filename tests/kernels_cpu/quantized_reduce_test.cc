// Sums, means and softmax of quantized values beside the plain loops.
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/kernels_cpu/quantized_node.h"

namespace litevk::cpu {
namespace {

constexpr ir::DataType kInt8 = ir::DataType::kInt8;
constexpr ir::DataType kUInt8 = ir::DataType::kUInt8;
constexpr ir::DataType kInt16 = ir::DataType::kInt16;

QuantizedNode Reduction(int op_code, const QuantizedType& from, const QuantizedType& to,
                        const ir::Shape& dims, const std::vector<int32_t>& axes) {
  QuantizedNode node(op_code, to);
  node.Input(from, dims).Values({ir::DataType::kInt32}, {static_cast<int>(axes.size())}, axes);
  node.Options(abi::TfLiteReducerParams{});
  return node;
}

struct Reduced {
  ir::Shape dims;
  std::vector<int32_t> axes;
};

std::vector<Reduced> AllReduced() {
  std::vector<Reduced> all = {{{5}, {0}},
                              {{3, 1000}, {1}},
                              {{3, 1000}, {-1}},
                              {{4, 7, 7, 3}, {1, 2}},
                              {{2, 7, 7, 64}, {1, 2}},
                              {{2, 7, 5, 150}, {2, 1, 2}},
                              {{6, 5, 4}, {0}},
                              {{6, 5, 4}, {0, 1, 2}},
                              {{1, 9, 1, 33}, {1}},
                              {{1, 9, 1, 33}, {3}},
                              {{2, 3, 4, 5}, {2}},
                              {{40, 200, 70}, {1}}};
  return all;
}

class QuantizedReduceTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(QuantizedReduceTest, SumsAsThePlainLoops) {
  const std::pair<QuantizedType, QuantizedType> types[] = {{{kInt8, 0.05F, -3}, {kInt8, 0.07F, 11}},
                                                           {{kUInt8, 0.05F, 131}, {kUInt8, 0.02F, 100}},
                                                           {{kInt16, 0.0005F}, {kInt16, 0.0007F}}};
  for (const int op_code : {abi::kTfLiteBuiltinSum, abi::kTfLiteBuiltinMean}) {
    for (const auto& [from, to] : types) {
      for (const auto& [dims, axes] : AllReduced()) {
        SCOPED_TRACE("operator " + std::to_string(op_code) + " of " + std::string(ir::Name(from.type)) +
                     ", " + dims.ToString());
        Reduction(op_code, from, to, dims, axes).ExpectSame(GetParam().isa);
      }
    }
  }
}

TEST_P(QuantizedReduceTest, LeavesSeparateAxesToThePlainLoops) {
  const QuantizedType type = {kInt8, 0.05F, -3};
  const QuantizedNode node = Reduction(abi::kTfLiteBuiltinSum, type, type, {2, 3, 4}, {0, 2});
  EXPECT_FALSE(node.Fast(GetParam().isa).has_value());
}

TEST_P(QuantizedReduceTest, ComputesSoftmaxAsThePlainLoops) {
  struct Case {
    QuantizedType from;
    QuantizedType to;
  };
  for (const float scale : {0.001F, 0.02F, 0.3F, 50.0F}) {
    const Case cases[] = {{{kInt8, scale, 5}, {kInt8, 0x1p-8F, -128}},
                          {{kUInt8, scale, 5}, {kUInt8, 0x1p-8F, 0}},
                          {{kInt8, scale, 5}, {kInt16, 0x1p-16F, -32768}}};
    for (const auto& [from, to] : cases) {
      for (const ir::Shape& dims :
           {ir::Shape{1, 1}, ir::Shape{5, 3}, ir::Shape{2, 3, 17}, ir::Shape{70, 130}, ir::Shape{2, 20011}}) {
        for (const float beta : {1.0F, 0.5F}) {
          SCOPED_TRACE(std::string(ir::Name(to.type)) + ", scale " + std::to_string(scale) + ", " +
                       dims.ToString());
          QuantizedNode node(abi::kTfLiteBuiltinSoftmax, to);
          node.Input(from, dims).Options(abi::TfLiteSoftmaxParams{.beta = beta}).ExpectSame(GetParam().isa);
        }
      }
    }
  }
}

// Rows of equal values, whose powers are all the largest, up to many of them.
TEST_P(QuantizedReduceTest, ComputesSoftmaxOfEqualValues) {
  for (const int depth : {1, 2, 3, 100, 4096, 70000}) {
    for (const int value : {-128, 0, 127}) {
      QuantizedNode node(abi::kTfLiteBuiltinSoftmax, {kInt8, 0x1p-8F, -128});
      node.Values({kInt8, 0.1F, 0}, {1, depth},
                  std::vector<int8_t>(static_cast<size_t>(depth), static_cast<int8_t>(value)));
      node.Options(abi::TfLiteSoftmaxParams{.beta = 1}).ExpectSame(GetParam().isa);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, QuantizedReduceTest, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
