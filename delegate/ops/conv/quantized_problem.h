// A convolution of quantized numbers as every way to compute it sees it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_constants.h"
#include "delegate/ops/conv/quantized_pack.h"

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

// One way to compute a problem.
struct QuantizedWay {
  std::string name;  // told apart from every other one's
  // Emits the problem to `result`, whose groups are whole blocks of channels.
  std::function<void(Lowering& lowering, const QuantizedProblem& problem, gpu::TensorId result)> emit;
};

}  // namespace litevk
