// Products of floats with dequantized constants.
#pragma once

namespace onnx {
class GraphProto;
}  // namespace onnx

namespace litevk::to_onnx {

struct PassContext;

// Keeps onnxruntime from rounding floats to integers in a MatMul or Gemm with a dequantized constant. It
// looks for DequantizeLinear even through nodes that move values. Covers inner graphs too.
void KeepFloatMatmuls(::onnx::GraphProto& graph, PassContext& context);

}  // namespace litevk::to_onnx
