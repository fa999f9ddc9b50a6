// Weights in a file of their own, beside the model's: for models above the 2 GB that protobuf takes, and on
// request.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/base/status.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace litevk::to_onnx {

// Returns the name of the file of weights, which is the model's and ".data": the two move together.
std::string DataPathOf(const std::string& path);

// Writes the model, whose larger constants move to the file of weights. Fails where the rest has more bytes
// than a file may have.
Status WriteWithExternalData(::onnx::ModelProto& model, const std::string& path, size_t most_file_bytes);

}  // namespace litevk::to_onnx
