// Guards models that can only be run with multiples of a number.
#pragma once

#include <vector>

#include "onnx/facts/open_dims.h"
#include "onnx/open_dims/shape_nodes.h"

namespace onnx {
class ModelProto;
}

namespace litevk::to_onnx {

// Inserts nodes that fail at run time for other sizes between the inputs, whose dims have names, and their
// readers. Records the numbers in the model's metadata: "multiple:image_1" is "8".
void GuardMultiples(const std::vector<OpenDim>& dims, ::onnx::ModelProto& model, ShapeNodes& nodes);

}  // namespace litevk::to_onnx
