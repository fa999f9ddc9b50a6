// Signatures, layers and costs that the records of the pooling operators share.
#pragma once

#include <array>
#include <vector>

#include "runtime/opset/layer.h"
#include "runtime/opset/node_text.h"
#include "runtime/opset/op_cost.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/opset/signature.h"
#include "runtime/opset/type_set.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Returns signatures that pool integers as they are. TFLite reads a scale only for the bounds of a fused
// activation, and only the output's.
inline std::vector<Signature> PoolSignatures() {
  constexpr TypeSet kUInt8 = ir::DataType::kUInt8;
  constexpr TypeSet kInt16 = ir::DataType::kInt16;
  constexpr TypeSet kIntegers = kInt8 | kUInt8 | kInt16;
  return {
      {.element = kFloat32 | kIntegers, .inputs = {kT}, .outputs = {kT}},
      {.name = "without output scale", .element = kIntegers, .inputs = {Unread(kT)}, .outputs = {Plain(kT)}},
      {.name = "int8", .inputs = {Unread(kInt8)}, .outputs = {PerTensor(kInt8)}},
      {.name = "uint8", .inputs = {Unread(kUInt8)}, .outputs = {PerTensor(kUInt8)}},
      {.name = "int16", .inputs = {Unread(kInt16)}, .outputs = {PerTensor(kInt16)}}};
}

// Counts an operation for each pixel of each window.
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
