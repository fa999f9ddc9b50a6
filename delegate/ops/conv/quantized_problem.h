// A convolution of int8 numbers as every way to compute it sees it, and the constants that most ways have.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_pack.h"

namespace litevk {

struct QuantizedProblem {
  ir::Shape input;  // four dims, NHWC
  ConvWindow window;
  QuantizedLayout layout;
  int activation;  // abi::TfLiteFusedActivation
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

// The constants of most ways: the filter as PackQuantizedFilter or PackDepthwiseFilter pack it, and what
// PackChannels makes.
gpu::TensorId AddQuantizedFilter(Lowering& lowering, const QuantizedLayout& layout);
gpu::TensorId AddQuantizedChannels(Lowering& lowering, const QuantizedLayout& layout);

}  // namespace litevk
