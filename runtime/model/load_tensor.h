// From a tensor of the model to a TfLiteTensor.
#pragma once

#include "runtime/base/status.h"
#include "runtime/model/model.h"
#include "runtime/tflite/common.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

// Fills `tensor`, which owns nothing yet. A constant points into the model, a variable gets persistent
// memory, strings are dynamic and everything else belongs to the arena; none of these has memory yet.
Status LoadTensor(const Model& model, const schema::Tensor& source, abi::TfLiteTensor& tensor);

}  // namespace litevk
