#include <bit>
#include <string>

#include "kernels_ref/kernel_row.h"

namespace litevk::ref {
namespace {

// Exact for every float16, subnormals, infinities and NaNs included.
float HalfToFloat(uint16_t half) {
  const uint32_t sign = (half & 0x8000U) << 16;
  const uint32_t exponent = (half >> 10) & 0x1FU;
  const uint32_t fraction = half & 0x3FFU;
  if (exponent == 0) {
    constexpr float kUnit = 0x1p-24F;  // of a subnormal's fraction
    const float magnitude = static_cast<float>(fraction) * kUnit;
    return std::bit_cast<float>(std::bit_cast<uint32_t>(magnitude) | sign);
  }
  constexpr uint32_t kRebias = 127 - 15;
  const uint32_t wide_exponent = exponent == 0x1FU ? 0xFFU : exponent + kRebias;
  return std::bit_cast<float>(sign | (wide_exponent << 23) | (fraction << 13));
}

}  // namespace

static Status Dequantize(const KernelArgs& args) {
  const ir::DataType type = args.inputs[0].tensor->type;
  if (type != ir::DataType::kFloat16) {
    return Unsupported("reference kernel: type is " + std::string(ir::Name(type)) + ", expected float16");
  }
  const int64_t count = args.outputs[0].dims().NumElements();
  const uint16_t* input = args.inputs[0].data<uint16_t>();
  float* output = args.outputs[0].data<float>();
  for (int64_t index = 0; index < count; ++index) output[index] = HalfToFloat(input[index]);
  return {};
}

const KernelRow kKernelRow_dequantize = {abi::kTfLiteBuiltinDequantize, &Dequantize};

}  // namespace litevk::ref
