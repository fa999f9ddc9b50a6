// Pads that convolutions take over.
#pragma once

namespace onnx {
class GraphProto;
}  // namespace onnx

namespace litevk::to_onnx {

// Makes zeros that a Pad puts around an image pads of the Conv that reads it, and removes Pads, and pairs of
// QuantizeLinear and DequantizeLinear behind them, and constants that nothing reads.
void FoldPads(::onnx::GraphProto& graph);

}  // namespace litevk::to_onnx
