// Weights in a separate file beside the model, for models above protobuf's limit of 2 GB and on request.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/base/status.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace litevk::to_onnx {

// Returns the name of the file of weights, the model's name and ".data". Both files must stay together.
std::string DataPathOf(const std::string& path);

// Writes the model with its larger constants in the file of weights. Fails if the rest exceeds the size
// limit.
Status WriteWithExternalData(::onnx::ModelProto& model, const std::string& path, size_t most_file_bytes);

}  // namespace litevk::to_onnx
