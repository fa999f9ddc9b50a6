#include <algorithm>

#include "runtime/opset/common/pool.h"
#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

using Params = abi::TfLitePoolParams;

// Infers the maxima and their indices within their windows.
Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::InferPool2d(query));
  std::ranges::fill(query.outputs, ir::Shape(query.outputs[0]));
  return {};
}

}  // namespace

Result<ir::Params> ReadOptions_max_pooling_with_argmax_2d(std::span<const std::byte> options) {
  return ReadStruct<Params>(options, offsetof(Params, activation), sizeof(Params));
}

extern const OpInfo kOpInfo_max_pooling_with_argmax_2d = {
    .op_code = kCustomMaxPoolingWithArgmax2D,
    .name = "MaxPoolingWithArgmax2D",
    .stem = "max_pooling_with_argmax_2d",
    .versions = {{1, kRuntimeNever, "float32"}},
    .needed_version = OnlyVersion1,
    .params = kCustomParams<Params>,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32, kFloat32}}},
    .infer_shapes = InferShapes,
    .operands = {{"input"}, {"output", "indices"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC"}, .outputs = {"NHWC"}},
    .cost = PoolCost,
    .describe = DescribePool,
};

}  // namespace litevk
