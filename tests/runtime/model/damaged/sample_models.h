// Small valid models that between them use every part of the format that the loader reads.
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

// "convolution", "text", "control_flow", "sparse", "outside".
std::span<const SampleModel> SampleModels();
TestModel MakeSample(const std::string& name);

// The model as a file. Buffers and custom options at the offset kOutside get a place behind the FlatBuffer;
// the model is afterwards as before.
inline constexpr uint64_t kOutside = 0x7777;
std::vector<std::byte> Serialize(schema::ModelT& model);

}  // namespace litevk::test
