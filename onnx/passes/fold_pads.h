// Folds Pads into convolutions.
#pragma once

namespace onnx {
class GraphProto;
}  // namespace onnx

namespace litevk::to_onnx {

struct PassContext;

// Moves the zeros that a Pad adds around an image into the Conv that reads it. Removes Pads that are then
// unread, QuantizeLinear and DequantizeLinear pairs after them, and unread constants.
void FoldPads(::onnx::GraphProto& graph, PassContext& context);

}  // namespace litevk::to_onnx
