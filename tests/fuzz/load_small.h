// Loads the inputs of the fuzzers of models.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/model/model.h"

namespace litevk::fuzz {

// Returns the model of a file. Returns null if the file is refused, with a diagnostic, or if running it would
// be slow.
std::shared_ptr<const Model> LoadSmall(const uint8_t* data, size_t size);

}  // namespace litevk::fuzz
