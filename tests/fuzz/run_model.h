// What the fuzzers of models do with a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/model/model.h"
#include "runtime/tflite/common.h"

namespace litevk::fuzz {

// Returns the model of a file; null where it is refused, which takes a sentence, or where running it would be
// slow.
std::shared_ptr<const Model> LoadSmall(const uint8_t* data, size_t size);

// Prepares the model and runs it twice on zeros, where it can be. `delegate` is applied before; null: none.
void RunModel(std::shared_ptr<const Model> model, abi::TfLiteDelegate* delegate);

// Plans the first subgraph for a device, without one, as the delegate does where it has one.
void LowerModel(const Model& model);

}  // namespace litevk::fuzz
