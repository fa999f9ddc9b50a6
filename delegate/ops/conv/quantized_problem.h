// A convolution of quantized numbers as every way to compute it sees it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

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
  bool wide_sums = false;   // of 64 bits
  bool transposed = false;  // the window is that of the convolution from the output to the input

  // How the constants of most ways have the sums.
  SumForm sums() const { return {.is_wide = wide_sums, .has_zero_point = !transposed}; }
};

// The numbers of quantization that a shader's push constants have.
struct QuantizedNumbers {
  uint32_t zeros = 0;  // the input's zero point, four times
  int output_zero_point = 0;
  int least = 0;  // numbers of the output
  int most = 0;
};
QuantizedNumbers NumbersOf(const Lowering& lowering, const QuantizedProblem& problem);

// The image's pixels where it lies.
ImageStrides SourceStrides(const Lowering& lowering, const QuantizedProblem& problem);
// The last of the words of four bytes that hold the image.
uint32_t LastWordOf(const Lowering& lowering, const QuantizedProblem& problem);

// Where the words of the output lie in another tensor, of which no row exists where they do not, and where
// the output is copied from blocks of channels.
RowView ResultRowsOf(const Lowering& lowering, const QuantizedProblem& problem);
// Sets what a shader that includes common/quantized_result.glsl has of them.
template <typename Spec, typename Push>
void SetResultRows(const RowView& rows, Spec& spec, Push& push) {
  if (!rows.exists()) return;
  spec.kResultRows = true;
  spec.kResultAligned = rows.IsWhole(4);
  push.result_by_row = gpu::Divisor(static_cast<uint32_t>(rows.row));
  push.result_row = static_cast<uint32_t>(rows.row);
  push.result_pitch = static_cast<uint32_t>(rows.pitch);
  push.result_first = static_cast<uint32_t>(rows.offset);
}

// One way to compute a problem.
struct QuantizedWay {
  std::string name;  // told apart from every other one's
  // Emits the problem to `result`, whose groups are whole blocks of channels.
  std::function<void(Lowering& lowering, const QuantizedProblem& problem, gpu::TensorId result)> emit;
};

}  // namespace litevk
