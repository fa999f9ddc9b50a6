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

// Returns the name of the file of weights, which is the model's and ".data": the two move together.
std::string DataPathOf(const std::string& path);

// Writes the model, whose larger constants move to the file of weights.
Status WriteWithExternalData(::onnx::ModelProto& model, const std::string& path);

}  // namespace litevk::to_onnx
