// Pooling of integers beside the plain loops.
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/kernels_cpu/quantized_node.h"

namespace litevk::cpu {
namespace {

constexpr int kOperators[] = {abi::kTfLiteBuiltinMaxPool2d, abi::kTfLiteBuiltinAveragePool2d};

std::vector<QuantizedType> Types() {
  return {{ir::DataType::kInt8, 0.05F, -3},
          {ir::DataType::kUInt8, 0.05F, 60},
          {ir::DataType::kInt16, 0.0002F, 0}};
}

struct Pool {
  ir::Shape image;
  abi::TfLitePoolParams params;
};

std::vector<Pool> Pools() {
  std::vector<Pool> pools;
  for (const auto padding : {abi::kTfLitePaddingSame, abi::kTfLitePaddingValid}) {
    for (const int channels : {1, 3, 8, 17, 64, 65, 150}) {
      pools.push_back({{2, 7, 6, channels}, {padding, 2, 1, 3, 2, abi::kTfLiteActNone}});
      pools.push_back({{1, 5, 5, channels}, {padding, 1, 1, 5, 5, abi::kTfLiteActRelu}});
    }
    pools.push_back({{1, 40, 40, 33}, {padding, 3, 2, 1, 1, abi::kTfLiteActRelu6}});
    pools.push_back({{1, 16, 16, 40}, {padding, 16, 16, 16, 16, abi::kTfLiteActReluN1To1}});
  }
  return pools;
}

class QuantizedPoolTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(QuantizedPoolTest, ComputesTheBitsOfThePlainLoops) {
  for (const int op_code : kOperators) {
    for (const QuantizedType& type : Types()) {
      for (const Pool& pool : Pools()) {
        SCOPED_TRACE("operator " + std::to_string(op_code) + " of " + std::string(ir::Name(type.type)) +
                     ", " + pool.image.ToString());
        QuantizedNode node(op_code, type);
        node.Input(type, pool.image).Options(pool.params).ExpectSame(GetParam().isa);
      }
    }
  }
}

TEST_P(QuantizedPoolTest, ComputesMeansOfExtremes) {
  for (const QuantizedType& type : Types()) {
    const size_t bytes = ref::ElementBytes(type.type);
    // The bytes of the lowest and of the highest value of signed integers.
    for (const auto& [low, high] :
         {std::pair(std::byte{0}, std::byte{0x80}), {std::byte{0xFF}, std::byte{0x7F}}}) {
      QuantizedNode::Bytes image(size_t{16} * 16 * 40 * bytes);
      for (size_t i = 0; i < image.size(); ++i) image[i] = (i + 1) % bytes == 0 ? high : low;
      QuantizedNode node(abi::kTfLiteBuiltinAveragePool2d, type);
      node.Input(type, {1, 16, 16, 40}, image);
      node.Options(abi::TfLitePoolParams{abi::kTfLitePaddingValid, 1, 1, 16, 16, abi::kTfLiteActNone});
      node.ExpectSame(GetParam().isa);
    }
  }
}

TEST_P(QuantizedPoolTest, LeavesWindowsWhoseSumsAreLargeToThePlainLoops) {
  const QuantizedType type = Types()[2];
  QuantizedNode node(abi::kTfLiteBuiltinAveragePool2d, type);
  node.Input(type, {1, 17, 17, 2});
  node.Options(abi::TfLitePoolParams{abi::kTfLitePaddingValid, 1, 1, 17, 17, abi::kTfLiteActNone});
  EXPECT_FALSE(node.Fast(GetParam().isa).has_value());
}

INSTANTIATE_TEST_SUITE_P(All, QuantizedPoolTest, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
