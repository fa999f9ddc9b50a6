// Fused activations of operators whose parameters have one, for the members of OpRow.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

template <typename Params>
int FusedActivation(const ir::Params& params) {
  return params.As<Params>().activation;
}

template <typename Params>
ir::Params WithActivation(const ir::Params& params, int activation) {
  auto activated = params.As<Params>();
  activated.activation = activation;
  return ir::Params(&activated, sizeof(activated));
}

}  // namespace litevk::to_onnx
