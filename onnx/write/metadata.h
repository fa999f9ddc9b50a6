// Carries a TFLite file's metadata to the ONNX model.
#pragma once

#include "onnx/facts/source.h"

namespace onnx {
class ModelProto;
}

namespace litevk::to_onnx {

// Copies the file's description and metadata to a written model. Names the edges of its graph as the
// signature does.
void CarryMetadata(const Source& source, ::onnx::ModelProto& model);

}  // namespace litevk::to_onnx
