// A layer of an operator as a line of a shape list states it (bench/ops/layer_shape.h): by the dims of its
// inputs and attributes, without a model.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

struct LayerAttributes {
  std::vector<int> filter;  // in TFLite's own order; height x width of a pooling window
  std::vector<int> stride_hw = {1, 1};
  std::vector<int> dilation_hw = {1, 1};
  int padding = 0;     // abi::TfLitePadding
  int activation = 0;  // abi::TfLiteFusedActivation
  std::vector<int> axes;
  std::vector<int> paddings;
};

// What a line of the operator has.
struct LayerForm {
  size_t operands;         // inputs and constants together; 0: two or more inputs
  size_t filter_rank = 0;  // 0: it has no filter
  int weights_outputs =
      -1;  // the filter is a constant operand, and this dim counts the values of a bias after it
  std::string_view needs = {};  // the key that it cannot do without
  // Numbers that are the operand after the inputs: rows of `columns`, a vector where that is 1.
  std::vector<int> LayerAttributes::*values = nullptr;
  int columns = 1;
  // The ABI's parameter struct; null: the operator has none. `channels`: of the first input.
  ir::Params (*params)(const LayerAttributes& attributes, int channels) = nullptr;
};

template <typename T>
ir::Params PackParams(const T& params) {
  return ir::Params(&params, sizeof(params));
}

}  // namespace litevk
