// What the records of the pooling operators share.
#pragma once

#include <array>
#include <string>

#include "runtime/opset/layer.h"
#include "runtime/opset/node_text.h"
#include "runtime/opset/op_cost.h"
#include "runtime/opset/shape_check.h"
#include "runtime/opset/shape_inference.h"
#include "runtime/opset/type_set.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

inline constexpr TypeSet kPooledTypes = {ir::DataType::kFloat32, ir::DataType::kInt8, ir::DataType::kUInt8,
                                         ir::DataType::kInt16};

// TFLite's integer kernels read the bounds of an activation in units of the tensor's scale.
inline Status InferPooling(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::DataType type = query.inputs[0]->type;
  if (type != ir::DataType::kFloat32 &&
      query.params.As<abi::TfLitePoolParams>().activation != abi::kTfLiteActNone) {
    return Unsupported("a fused activation of " + std::string(ir::Name(type)) +
                       " needs quantized arithmetic, which is not supported");
  }
  return ir::InferPool2d(query);
}

// An operation for each pixel of each window.
inline OpCost PoolCost(const ir::NodeView& view) {
  const auto& params = view.params<abi::TfLitePoolParams>();
  return CostOf(view, ElementsOf(view.output()) * params.filter_height * params.filter_width);
}

inline void DescribePool(NodeText& text) {
  const auto& params = text.view().params<abi::TfLitePoolParams>();
  text.AddOperands();
  text.AddDims("Window", std::array{params.filter_height, params.filter_width});
  text.AddWindow(params);
}

inline constexpr LayerForm kPoolLayer = {
    .operands = 1, .filter_rank = 2, .params = [](const LayerAttributes& layer, int /*channels*/) {
      return PackParams(abi::TfLitePoolParams{layer.padding, layer.stride_hw[1], layer.stride_hw[0],
                                              layer.filter[1], layer.filter[0], layer.activation});
    }};

}  // namespace litevk
