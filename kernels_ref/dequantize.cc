#include <Eigen/Core>

#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {

static Status WidenFloat16(const KernelArgs& args) {
  const int64_t count = args.outputs[0].dims().NumElements();
  const auto* halves = args.inputs[0].data<Eigen::half>();
  float* output = args.outputs[0].data<float>();
  for (int64_t index = 0; index < count; ++index) output[index] = static_cast<float>(halves[index]);
  return {};
}

static Status Dequantize(const KernelArgs& args) {
  const ConstView& input = args.inputs[0];
  const int64_t count = args.outputs[0].dims().NumElements();
  float* output = args.outputs[0].data<float>();
  LITEVK_ASSIGN_OR_RETURN(const AffineChannels channels, AffineChannels::Of(*input.tensor));
  return ForType<int8_t, uint8_t, int16_t>(ir::UnpackedType(input.type()), [&]<typename T>(T) {
    const T* integers = input.data<T>();
    for (int64_t index = 0; index < count; ++index) {
      output[index] = channels[index].ValueOf(integers[index]);
    }
    return Status();
  });
}

static Status CheckScales(const PreparedNode& node) {
  if (node.inputs[0]->type == ir::DataType::kFloat16) return {};
  return AffineChannels::Of(*node.inputs[0]).status();
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(
    dequantize,
    {{"float16", &WidenFloat16}, {"integers", &Dequantize}, {"int16", &Dequantize}, {"packed", &Dequantize}},
    /*checks_values=*/false, &CheckScales)
