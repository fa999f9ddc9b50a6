#include <string>

#include "runtime/opset/common/pool.h"
#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

using Params = abi::TfLitePoolParams;

Status CheckWindow(const Params& params) {
  if (params.filter_height > 0 && params.filter_width > 0 && params.stride_height > 0 &&
      params.stride_width > 0)
    return {};
  return InvalidArgument("its window is " + std::to_string(params.filter_height) + " x " +
                         std::to_string(params.filter_width) + " with the strides " +
                         std::to_string(params.stride_height) + " and " +
                         std::to_string(params.stride_width) + ", expected numbers above 0");
}

// Infers a window for each pixel. The strides do not affect the size.
Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(0), 4, "input"));
  ir::Shape input = query.input(0);
  if (!ir::Agree(input, query.input(1))) {
    return InvalidArgument("indices have dims " + query.input(1).ToString() + ", expected the input's " +
                           input.ToString());
  }
  const auto& params = query.params.As<Params>();
  LITEVK_RETURN_IF_ERROR(CheckWindow(params));
  const auto times = [](int dim, int filter) {
    return ir::IsUnknown(dim) ? int64_t{dim} : int64_t{dim} * filter;
  };
  return ir::SetOutput(query, {input[0], times(input[1], params.filter_height),
                               times(input[2], params.filter_width), input[3]});
}

}  // namespace

// MediaPipe's kernel applies no activation.
Result<ir::Params> ReadOptions_max_unpooling_2d(std::span<const std::byte> options) {
  constexpr size_t kBytes = offsetof(Params, activation);
  return ReadStruct<Params>(options, kBytes, kBytes);
}

extern const OpInfo kOpInfo_max_unpooling_2d = {
    .op_code = kCustomMaxUnpooling2D,
    .name = "MaxUnpooling2D",
    .stem = "max_unpooling_2d",
    .versions = {{1, kRuntimeNever, "float32"}},
    .needed_version = OnlyVersion1,
    .params = kCustomParams<Params>,
    .types = {{.inputs = {kFloat32, kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferShapes,
    .operands = {{"input", "indices"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC"}, .outputs = {"NHWC"}},
    .cost = MoveCost,
    .describe = DescribePool,
};

}  // namespace litevk
