// Small valid models that together use every part of the format that the loader reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/runtime/model/test_model.h"

namespace litevk::test {

struct SampleModel {
  const char* name;
  TestModel (*make)();
};

// Returns the samples "convolution", "text", "control_flow", "sparse" and "outside".
std::span<const SampleModel> SampleModels();
TestModel MakeSample(const std::string& name);

// Returns the model as a file. Buffers and custom options with the offset kOutside are placed behind the
// FlatBuffer. The model is unchanged afterwards.
inline constexpr uint64_t kOutside = 0x7777;
std::vector<std::byte> Serialize(schema::ModelT& model);

}  // namespace litevk::test
