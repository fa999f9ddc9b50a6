// Helpers of the fuzzers of models.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/model/model.h"
#include "runtime/tflite/common.h"

namespace litevk::fuzz {

// Returns the model of a file. Returns null if the file is refused, with a diagnostic, or if running it would
// be slow.
std::shared_ptr<const Model> LoadSmall(const uint8_t* data, size_t size);

// Prepares the model and runs it twice on zeros, if possible. `delegate` is applied before; null: none.
void RunModel(std::shared_ptr<const Model> model, abi::TfLiteDelegate* delegate);

// Plans the first subgraph as the delegate does on a device, but without one.
void LowerModel(const Model& model);

}  // namespace litevk::fuzz
