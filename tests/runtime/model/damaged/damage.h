// Ways to break a sample model, one rule of the format each, with the sentence that the loader must give.
#pragma once

#include <span>

#include "tests/runtime/model/damaged/sample_models.h"

namespace litevk::test {

struct Damage {
  const char* name;
  const char* sample;  // of SampleModels
  void (*apply)(schema::ModelT& model);
  const char* sentence;  // part of the message
};

std::span<const Damage> Damages();

}  // namespace litevk::test
