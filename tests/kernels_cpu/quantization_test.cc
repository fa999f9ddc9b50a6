// QUANTIZE and DEQUANTIZE beside the plain loops.
#include <bit>
#include <cmath>
#include <limits>

#include "runtime/tflite/builtin_ops.h"
#include "tests/kernels_cpu/quantized_node.h"

namespace litevk::cpu {
namespace {

constexpr ir::DataType kInt8 = ir::DataType::kInt8;
constexpr ir::DataType kUInt8 = ir::DataType::kUInt8;
constexpr ir::DataType kInt16 = ir::DataType::kInt16;
constexpr ir::DataType kFloat32 = ir::DataType::kFloat32;

// Returns special values, ties in steps of the scale and their neighbours, and any bits.
std::vector<float> Floats(float scale) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> values = {0,      -0.0F,  kInfinity, -kInfinity, std::nanf(""), -std::nanf(""),
                               1e-42F, -1e-42F};
  for (const float integer :
       {0.0F, 1.0F, 2.0F, 126.0F, 127.0F, 128.0F, 255.0F, 32767.0F, 8388607.0F, 8388608.0F}) {
    for (const float sign : {-1.0F, 1.0F}) {
      const float tie = sign * (integer + 0.5F) * scale;
      for (const float value :
           {tie, std::nextafter(tie, 0.0F), std::nextafter(tie, 2 * tie), sign * integer * scale}) {
        values.push_back(value);
      }
    }
  }
  for (const float beyond : {0x1p31F, -0x1p31F, 0x1.fffffep30F, 0x1p30F, -0x1.000002p31F, 0x1p32F})
    values.push_back(beyond * scale);
  std::mt19937 generator(1);
  while (values.size() < 3000) values.push_back(std::bit_cast<float>(static_cast<uint32_t>(generator())));
  std::uniform_real_distribution<float> usual(-300 * scale, 300 * scale);
  while (values.size() < 6001) values.push_back(usual(generator));
  return values;
}

class QuantizationTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(QuantizationTest, QuantizesFloats) {
  for (const float scale : {1.0F, 0.1F, 3e-5F, 7e5F, 1e-40F}) {
    for (const QuantizedType& type : {QuantizedType{kInt8, scale, -3}, QuantizedType{kUInt8, scale, 128},
                                      QuantizedType{kInt16, scale, 0}, QuantizedType{kInt16, scale, 700}}) {
      SCOPED_TRACE(std::to_string(scale) + ", type " + std::string(ir::Name(type.type)));
      const std::vector<float> all = Floats(scale);
      for (const int count : {1, 3, 17, static_cast<int>(all.size())}) {
        QuantizedNode node(abi::kTfLiteBuiltinQuantize, type);
        node.Values({kFloat32}, {count}, std::vector<float>(all.begin(), all.begin() + count));
        node.ExpectSame(GetParam().isa);
      }
    }
  }
}

TEST_P(QuantizationTest, DequantizesIntegers) {
  for (const float scale : {1.0F, 0.1F, 3e-5F, 1e38F, 1e-40F}) {
    for (const QuantizedType& type : {QuantizedType{kInt8, scale, -3}, QuantizedType{kUInt8, scale, 128},
                                      QuantizedType{kInt16, scale, 0}}) {
      SCOPED_TRACE(std::to_string(scale) + ", type " + std::string(ir::Name(type.type)));
      for (const int count : {1, 3, 17, 100003}) {
        QuantizedNode node(abi::kTfLiteBuiltinDequantize, {kFloat32});
        node.Input(type, {count}).ExpectSame(GetParam().isa);
      }
    }
  }
}

TEST_P(QuantizationTest, RequantizesShorts) {
  for (const float scale : {0.1F, 0.0003F, 8.0F}) {
    for (const QuantizedType& type : {QuantizedType{kInt8, scale, -3}, QuantizedType{kInt16, scale, 0}}) {
      for (const int count : {1, 3, 17, 100003}) {
        QuantizedNode node(abi::kTfLiteBuiltinQuantize, type);
        node.Input({kInt16, 0.0007F}, {count}).ExpectSame(GetParam().isa);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, QuantizationTest, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
