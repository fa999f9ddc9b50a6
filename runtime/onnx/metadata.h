// What a TFLite file says of a model beside its graph, and the ONNX model of it repeats.
#pragma once

#include "runtime/model/model.h"

namespace onnx {
class ModelProto;
}

namespace litevk::to_onnx {

// Gives a written model the description and the metadata of the file, and the edges of its graph the names
// that signatures have for them.
void CarryMetadata(const Model& source, ::onnx::ModelProto& model);

}  // namespace litevk::to_onnx
