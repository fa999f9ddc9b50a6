// Replacement of quantized LSTMs by float LSTMs.
#pragma once

#include <cstddef>
#include <optional>

#include "runtime/ir/graph.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {

// Returns the scale of a bias of a quantized LSTM or UNIDIRECTIONAL_SEQUENCE_LSTM. Nothing if the input is no
// bias or its scale is unknown.
std::optional<float> ScaleOfLstmBias(const ir::Graph& graph, const ir::Node& node, size_t index);

// Returns the parameters with the activation of the quantized kernels, whatever the model states.
template <typename Params>
ir::Params WithTanh(const ir::Params& params, const ir::Tensor& /*numbers*/) {
  auto floats = params.As<Params>();
  floats.activation = abi::kTfLiteActTanh;
  return ir::Params(&floats, sizeof(floats));
}

}  // namespace litevk::to_onnx
