// Elementwise operators of two bool inputs.
#pragma once

#include "kernels_ref/families/binary.h"

namespace litevk::ref {

// fn: (bool, bool) -> bool. Any byte but 0 counts as true: a caller may fill a tensor with such.
template <typename Fn>
Status ApplyLogical(const KernelArgs& args, Fn fn) {
  const auto* left = args.inputs[0].data<uint8_t>();
  const auto* right = args.inputs[1].data<uint8_t>();
  bool* output = args.outputs[0].data<bool>();
  ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
    output[index] = fn(left[left_index] != 0, right[right_index] != 0);
  });
  return {};
}

}  // namespace litevk::ref
