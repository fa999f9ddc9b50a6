// Loads a tensor of the model to a TfLiteTensor.
#pragma once

#include "runtime/base/status.h"
#include "runtime/model/model.h"
#include "runtime/tflite/common.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

// Fills `tensor`, which must own nothing yet. A constant points into the model. A variable gets persistent
// memory, strings are dynamic and other tensors belong to the arena. None of these has memory yet.
Status LoadTensor(const Model& model, const schema::Tensor& source, abi::TfLiteTensor& tensor);

}  // namespace litevk
