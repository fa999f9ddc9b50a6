// Products of floats with stored integers that were made floats.
#pragma once

namespace onnx {
class GraphProto;
}  // namespace onnx

namespace litevk::to_onnx {

// Keeps onnxruntime from rounding floats to integers where a MatMul or Gemm multiplies them with what a
// DequantizeLinear makes of stored numbers, in the graph and in those within it. It looks for that through
// nodes that move values.
void KeepFloatProducts(::onnx::GraphProto& graph);

}  // namespace litevk::to_onnx
