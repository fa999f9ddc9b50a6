// A layer as a line of a shape list states it (bench/ops/layer_shape.h). The line gives the dims of the
// inputs and the attributes, without a model.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

struct LayerAttributes {
  std::vector<int> filter;  // dims in TFLite's own order; height x width for a pooling window
  std::vector<int> stride_hw = {1, 1};
  std::vector<int> dilation_hw = {1, 1};
  int padding = 0;     // abi::TfLitePadding
  int activation = 0;  // abi::TfLiteFusedActivation
  std::vector<int> axes;
  std::vector<int> paddings;
};

// The parts of a shape list's line for an operator.
struct LayerForm {
  size_t operands;         // inputs and constants together; 0: two or more inputs
  size_t filter_rank = 0;  // 0: the operator has no filter
  int weights_outputs =
      -1;  // dim of the constant filter that counts the bias values after it; -1: no such operand
  std::string_view needs = {};  // the key that a line must have
  // Values of the operand after the inputs, in rows of `columns`. It is a vector if `columns` is 1.
  std::vector<int> LayerAttributes::*values = nullptr;
  int columns = 1;
  // Makes the ABI's parameter struct; null: the operator has none. `channels`: channels of the first input.
  ir::Params (*params)(const LayerAttributes& attributes, int channels) = nullptr;
};

template <typename T>
ir::Params PackParams(const T& params) {
  return ir::Params(&params, sizeof(params));
}

}  // namespace litevk
