// A node of every operator that runs on the GPU, for the tests of dims that a model leaves open.
#pragma once

#include <vector>

#include "tests/delegate/partition/open_shapes/custom_cases.h"
#include "tests/delegate/partition/open_shapes/elementwise_cases.h"
#include "tests/delegate/partition/open_shapes/movement_cases.h"
#include "tests/delegate/partition/open_shapes/recurrent_cases.h"
#include "tests/delegate/partition/open_shapes/rows_cases.h"
#include "tests/delegate/partition/open_shapes/windows_cases.h"

namespace litevk::test {

inline std::vector<Case> Cases() {
  std::vector<Case> all;
  for (const auto& some : {Elementwise(), OtherTypes(), Rows(), Spectra(), Reductions(), Windows(), Picks(),
                           Movement(), Stretches(), Recurrent(), Landmarks(), CustomWindows()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace litevk::test
