// What the fuzzers of models do with a file.
#pragma once

#include <memory>

#include "runtime/model/model.h"
#include "runtime/tflite/common.h"

namespace litevk::fuzz {

// Whether running the model takes little time and memory, as far as the file says. More would only be slow.
bool IsSmall(const Model& model);

// Prepares the model and runs it twice on zeros, where it can be. `delegate` is applied before; null: none.
void RunModel(std::shared_ptr<const Model> model, abi::TfLiteDelegate* delegate);

// Plans the first subgraph for a device, without one, as the delegate does where it has one.
void LowerModel(const Model& model);

}  // namespace litevk::fuzz
