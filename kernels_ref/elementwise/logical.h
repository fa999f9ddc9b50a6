// Elementwise operators of two bool inputs.
#pragma once

#include "kernels_ref/elementwise/binary.h"

namespace litevk::ref {

// fn: (bool, bool) -> bool.
template <typename Fn>
Status ApplyLogical(const KernelArgs& args, Fn fn) {
  const auto* left = args.inputs[0].data<bool>();
  const auto* right = args.inputs[1].data<bool>();
  bool* output = args.outputs[0].data<bool>();
  ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
    output[index] = fn(LoadElement(left, left_index), LoadElement(right, right_index));
  });
  return {};
}

}  // namespace litevk::ref
