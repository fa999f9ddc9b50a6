// NON_MAX_SUPPRESSION_V4 and NON_MAX_SUPPRESSION_V5: select boxes by falling score, without those that
// overlap a selected one.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

struct SelectedBoxes {
  std::vector<int32_t> indices;
  std::vector<float> scores;
};

// Selects boxes. `sigma`, unless 0, says how much score a box loses per selected box that it overlaps.
SelectedBoxes SelectBoxes(const KernelArgs& args, float sigma);

// Writes the values, then zeros up to the output's size.
template <typename T>
void WriteSelected(const std::vector<T>& values, const MutableView& output) {
  const auto room = static_cast<size_t>(output.dims().NumElements());
  for (size_t index = 0; index < room; ++index) {
    output.data<T>()[index] = index < values.size() ? values[index] : T{0};
  }
}

}  // namespace litevk::ref
