// NON_MAX_SUPPRESSION_V4 and NON_MAX_SUPPRESSION_V5: boxes by falling score, without those that overlap one
// that was taken before.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

struct SelectedBoxes {
  std::vector<int32_t> indices;
  std::vector<float> scores;
};

// `sigma`, unless it is 0, says how much score a box loses to each box taken before that it overlaps.
SelectedBoxes SelectBoxes(const KernelArgs& args, float sigma);

// Zeros follow the values in an output that has room for more.
template <typename T>
void WriteSelected(const std::vector<T>& values, const MutableView& output) {
  const auto room = static_cast<size_t>(output.dims().NumElements());
  for (size_t index = 0; index < room; ++index) {
    output.data<T>()[index] = index < values.size() ? values[index] : T{0};
  }
}

}  // namespace litevk::ref
