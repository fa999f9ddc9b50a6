// Functions that the records of the transposed convolutions share. Only the positions of the inputs differ.
#pragma once

#include "runtime/ir/node_view.h"
#include "runtime/opset/node_text.h"
#include "runtime/opset/op_cost.h"
#include "runtime/opset/shapes/shape_window.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Positions of the inputs of a transposed convolution.
struct TransposeConvInputs {
  int image;
  int filter;
  int bias;
};

// Counts the whole filter of every output channel for each element of the input.
template <TransposeConvInputs kAt>
OpCost TransposeConvCost(const ir::NodeView& view) {
  const ir::Tensor& filter = view.input(kAt.filter);
  return CostOf(view, 2 * ElementsOf(view.input(kAt.image)) * TapsOf(filter) * filter.dims[0]);
}

template <TransposeConvInputs kAt>
void DescribeTransposeConv(NodeText& text) {
  const ir::Shape& filter = text.view().input(kAt.filter).dims;
  text.AddImageAndFilter(kAt.image, {filter[1], filter[2], filter[3], filter[0]});
  text.AddWindow(text.view().params<abi::TfLiteTransposeConvParams>());
}

}  // namespace litevk
