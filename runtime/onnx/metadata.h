// Facts that a TFLite file states of a model beside its graph, and that the ONNX model repeats.
#pragma once

#include "runtime/onnx/source.h"

namespace onnx {
class ModelProto;
}

namespace litevk::to_onnx {

// Gives a written model the description and the metadata of the file, and the edges of its graph the names
// that the signature has for them.
void CarryMetadata(const Source& source, ::onnx::ModelProto& model);

}  // namespace litevk::to_onnx
