// Complex values, for which ONNX has no operators. They are floats with a last dim of 2, the real and the
// imaginary part, in TFLite's layout.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

inline bool IsComplex(const ir::Tensor& tensor) { return tensor.type == ir::DataType::kComplex64; }

// Returns the dims of the floats, with the last dim of 2.
std::vector<int64_t> DimsOfParts(const ir::Tensor& tensor);

// Returns the real (0) or the imaginary part (1) of input 0.
Name ReadPart(NodeWriter& node, int64_t part);

// Writes input 0 with the dims of the output.
Status WriteReshapedParts(NodeWriter& node);

}  // namespace litevk::to_onnx
