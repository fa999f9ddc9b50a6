// Helpers of the fuzzers of models.
#pragma once

#include <memory>

#include "runtime/model/model.h"
#include "runtime/tflite/common.h"

namespace litevk::fuzz {

// Prepares the model and runs it twice on zeros, if possible. `delegate` is applied before; null: none.
void RunModel(std::shared_ptr<const Model> model, abi::TfLiteDelegate* delegate);

// Plans the first subgraph as the delegate does on a device, but without one.
void LowerModel(const Model& model);

}  // namespace litevk::fuzz
