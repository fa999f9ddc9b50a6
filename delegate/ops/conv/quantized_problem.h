// A convolution of quantized values, as every algorithm sees it.
#pragma once

#include <cstdint>

#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_constants.h"
#include "delegate/ops/conv/quantized_pack.h"
#include "runtime/graph/divisor.h"

namespace litevk {

struct QuantizedProblem {
  ConvInputs at;
  ir::Shape input;  // four dims, NHWC
  ConvWindow window;
  QuantizedLayout layout;
  int activation;           // abi::TfLiteFusedActivation
  bool wide_sums = false;   // sums have 64 bits
  bool transposed = false;  // the window is that of the convolution from the output to the input
  gpu::TensorId result = gpu::kNoTensor;  // the output, whose groups are whole blocks of channels

  // The form of the sums in the constants of most algorithms.
  SumForm sums() const { return {.is_wide = wide_sums, .has_zero_point = !transposed}; }
};

// The quantization constants among a shader's push constants.
struct QuantizationConstants {
  uint32_t zeros = 0;  // the input's zero point, four times
  int output_zero_point = 0;
  int least = 0;  // least and most bound the output's integers
  int most = 0;
};
QuantizationConstants QuantizationConstantsOf(const Lowering& lowering, const QuantizedProblem& problem);

// Returns the strides of the image's pixels in the memory that holds them.
ImageStrides SourceStrides(const Lowering& lowering, const QuantizedProblem& problem);
// Returns the index of the last of the four-byte words that hold the image.
uint32_t LastWordOf(const Lowering& lowering, const QuantizedProblem& problem);

// Returns the output's words as a strided view of another tensor. The view does not exist if the output is
// dense, or is copied from blocks of channels.
StridedView ResultRowsOf(const Lowering& lowering, const QuantizedProblem& problem);
// Sets the constants for `rows` of a shader that includes conv/quantized_result.glsl.
template <typename Spec, typename Push>
void SetResultRows(const StridedView& rows, Spec& spec, Push& push) {
  if (!rows.exists()) return;
  spec.kResultRows = true;
  spec.kResultAligned = rows.IsWhole(4);
  push.result_by_row = gpu::Divisor(static_cast<uint32_t>(rows.row));
  push.result_row = static_cast<uint32_t>(rows.row);
  push.result_pitch = static_cast<uint32_t>(rows.pitch);
  push.result_first = static_cast<uint32_t>(rows.offset);
}

}  // namespace litevk
