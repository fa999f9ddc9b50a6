#include "runtime/opset/ops/transpose_conv.h"

#include "kernels_ref/conv/conv_output.h"
#include "kernels_ref/conv/dynamic_int8_transpose_conv.h"
#include "kernels_ref/conv/quantized_conv_2d.h"
#include "kernels_ref/conv/transpose_conv.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/operand_tensors.h"

namespace litevk::ref {

static Status FloatTransposeConv(const KernelArgs& args) {
  const int activation = args.params.As<abi::TfLiteTransposeConvParams>().activation;
  return TransposeConv(args, kTransposeConvInputs, RangeOf(activation));
}

static Status Check(const PreparedNode& node) {
  LITEVK_RETURN_IF_ERROR(CheckOutputRange<abi::TfLiteTransposeConvParams>(node));
  const ir::Tensor& image = *node.inputs[kTransposeConvInputs.image];
  if (image.type == ir::DataType::kUInt8) return {};  // whose bias TFLite does not look at
  return CheckConvBias(image, OperandAt(node.inputs, kTransposeConvInputs.bias),
                       node.params.As<abi::TfLiteTransposeConvParams>().quantized_bias_type);
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(transpose_conv,
                  {{"float32", &FloatTransposeConv},
                   {"int8", &QuantizedTransposeConv<int8_t, int8_t>},
                   {"uint8", &QuantizedTransposeConv<uint8_t, uint8_t>},
                   {"int16xint8", &QuantizedTransposeConv<int16_t, int8_t>},
                   {"float32xint8", &DynamicInt8TransposeConv}},
                  /*checks_values=*/false, &Check)
