// Damages of sample models, each of which breaks one rule of the format, and the loader's expected
// diagnostic.
#pragma once

#include <span>

#include "tests/runtime/model/damaged/sample_models.h"

namespace litevk::test {

struct Damage {
  const char* name;
  const char* sample;  // name in SampleModels
  void (*apply)(schema::ModelT& model);
  const char* diagnostic;  // part of the diagnostic
};

std::span<const Damage> Damages();

}  // namespace litevk::test
