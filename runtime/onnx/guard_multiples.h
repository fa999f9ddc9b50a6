// Models of which only multiples of a number can be run.
#pragma once

#include <vector>

#include "runtime/onnx/open_dims.h"
#include "runtime/onnx/shape_nodes.h"

namespace onnx {
class ModelProto;
}

namespace litevk::to_onnx {

// Has the nodes of a model, whose inputs' dims have their names, read the inputs behind nodes that fail in a
// run with other sizes, and notes the numbers in the model's metadata: "multiple:image_1" is "8".
void GuardMultiples(const std::vector<OpenDim>& dims, ::onnx::ModelProto& model, ShapeNodes& nodes);

}  // namespace litevk::to_onnx
