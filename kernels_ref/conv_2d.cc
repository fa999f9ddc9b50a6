// Float32 convolution by matrix multiplications: the patches of one output row times the filters of one
// group.
#include <Eigen/Core>
#include <algorithm>

#include "kernels_ref/conv/conv_output.h"
#include "kernels_ref/conv/conv_window.h"
#include "kernels_ref/conv/dynamic_int8_conv_2d.h"
#include "kernels_ref/conv/quantized_conv_2d.h"
#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/operand_tensors.h"
#include "kernels_ref/support/window.h"
#include "runtime/opset/common/dynamic_int8.h"

namespace litevk::ref {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using StridedMatrix = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

// An output row, and the first input channel that one group of filters reads.
struct PatchRow {
  int batch;
  int row;
  int first_channel;
  int channels;
};

// Copies the patch under the window at each column into row `column` of the patches. Its elements come in the
// filter's order: tap row, tap column, channel. Zeros fill taps outside the image.
void GatherPatches(const Window2d& window, const ConstView& image, const PatchRow& at, Matrix& patches) {
  patches.setZero();
  for (int column = 0; column < patches.rows(); ++column) {
    float* patch = patches.row(column).data();
    ForEachTap(window, image.dims(), at.row, column, [&](int tap_row, int tap_column, int y, int x) {
      const float* from = image.data<float>() + PixelOffset(image.dims(), at.batch, y, x) + at.first_channel;
      std::copy(from, from + at.channels,
                patch + (int64_t{tap_row} * window.filter_hw[1] + tap_column) * at.channels);
    });
  }
}

}  // namespace

static Status FloatConv2d(const KernelArgs& args) {
  const ir::Shape& image = args.inputs[0].dims();
  const ir::Shape& filter = args.inputs[1].dims();
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const Window2d window = ConvWindow<abi::TfLiteConvParams>(args);
  const int groups = image[3] / filter[3];
  const int64_t group_outputs = filter[0] / groups;
  const Eigen::Index patch_size = Eigen::Index{filter[1]} * filter[2] * filter[3];

  Matrix patches(output[2], patch_size);
  for (int row = 0; row < output[0] * output[1]; ++row) {
    const int batch = row / output[1];
    for (int group = 0; group < groups; ++group) {
      GatherPatches(window, args.inputs[0], {batch, row % output[1], group * filter[3], filter[3]}, patches);
      const Eigen::Map<const Matrix> filters(
          args.inputs[1].data<float>() + group * group_outputs * patch_size, group_outputs, patch_size);
      float* first =
          args.outputs[0].data<float>() + int64_t{row} * output[2] * output[3] + group * group_outputs;
      StridedMatrix(first, output[2], group_outputs, Eigen::OuterStride<>(output[3])).noalias() =
          patches * filters.transpose();
    }
  }
  AddBiasAndClamp(RangeOf(args.params.As<abi::TfLiteConvParams>().activation),
                  args.has_input(2) ? args.inputs[2].data<float>() : nullptr, output[3], output.Rows(),
                  args.outputs[0].data<float>());
  return {};
}

static Status Check(const PreparedNode& node) {
  LITEVK_RETURN_IF_ERROR(CheckOutputRange<abi::TfLiteConvParams>(node));
  return CheckConvBias(*node.inputs[0], OperandAt(node.inputs, 2),
                       node.params.As<abi::TfLiteConvParams>().quantized_bias_type);
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(conv_2d,
                  {{"float32", &FloatConv2d},
                   {"int8", &QuantizedConv2d<int8_t, int8_t>},
                   {"int8xint4", &QuantizedConv2d<int8_t, int8_t>},
                   {"uint8", &QuantizedConv2d<uint8_t, uint8_t>},
                   {"int16xint8", &QuantizedConv2d<int16_t, int8_t>},
                   {"float32xint8", &DynamicInt8Conv2d},
                   {"float32xint4", &DynamicInt8Conv2d},
                   {kDynamicInt8InUint8, &DynamicInt8Conv2d}},
                  /*checks_values=*/false, &Check)
