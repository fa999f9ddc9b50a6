// Input and output vectors of the two directions of BIDIRECTIONAL_SEQUENCE_RNN and
// BIDIRECTIONAL_SEQUENCE_LSTM.
#pragma once

#include <cstddef>

#include "kernels_ref/support/sequence.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/recurrent/bidirectional.h"

namespace litevk::ref {

struct BidirectionalOutputs {
  Vectors forward;
  Vectors backward;
};

// Returns the output vectors of both directions: side by side in one output, or each direction in its own.
// `forward` is the size of the forward direction's vectors.
inline BidirectionalOutputs OutputsOf(const KernelArgs& args, int forward) {
  const MutableView& first = args.outputs[0];
  auto* values = first.data<float>();
  const int64_t pitch = first.dims()[2];
  if (args.outputs.size() == 1) return {{values, pitch}, {values + forward, pitch}};
  return {{values, pitch}, {args.outputs[1].data<float>(), args.outputs[1].dims()[2]}};
}

// Returns the vector at `position` of an input {.., .., size}; null if `input` is -1.
inline const float* VectorAt(const KernelArgs& args, int input, int64_t position) {
  if (input < 0) return nullptr;
  const ConstView& view = args.inputs[static_cast<size_t>(input)];
  return view.data<float>() + position * view.dims()[2];
}

}  // namespace litevk::ref
