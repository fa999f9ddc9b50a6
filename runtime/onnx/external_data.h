// Weights in a file of their own, beside the model's: for models above the 2 GB that protobuf takes, and on
// request.
#pragma once

#include <string>

#include "runtime/base/status.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace litevk::to_onnx {

bool FitsInOneFile(const ::onnx::ModelProto& model);

// Writes the model, whose larger constants then lie in the file of that name and ".data". That file has its
// name from the model's, so the two move together.
Status WriteWithExternalData(const ::onnx::ModelProto& model, const std::string& path);

}  // namespace litevk::to_onnx
