#include "runtime/opset/ops/transform_tensor_bilinear.h"

#include <vector>

#include "runtime/opset/common/transform_matrix.h"
#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

using Params = TransformTensorBilinearParams;

// The option names decide the version: interpreters that do not know the operator say version 1 of every
// node.
bool IsVersion1(const FlexOptions& options) { return options.Has("output_size"); }

Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckMatrixAndBatch(query, "input"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(0), 4, "input"));
  const auto& params = query.params.As<Params>();
  return ir::SetOutput(query, {1, params.output_height, params.output_width, query.input(0)[3]});
}

}  // namespace

Result<ir::Params> ReadOptions_transform_tensor_bilinear(std::span<const std::byte> bytes) {
  FlexOptions options(bytes);
  if (options.Has("mode") && !options.IsText("mode", "bilinear")) {
    options.Complain("its option mode is not \"bilinear\"");
  }
  if (!IsVersion1(options)) {
    return options.Pack(
        Params{options.AtLeast(1, "output_height"), options.AtLeast(1, "output_width"), true});
  }
  const std::vector<int> size = options.Ints("output_size");
  if (size.size() != 2 || size[0] < 1 || size[1] < 1) {
    options.Complain("its option output_size is not two numbers above 0");
    return options.status();
  }
  return options.Pack(Params{size[0], size[1], false});
}

extern const OpInfo kOpInfo_transform_tensor_bilinear = {
    .op_code = kCustomTransformTensorBilinear,
    .name = "TransformTensorBilinear",
    .stem = "transform_tensor_bilinear",
    .versions = {{1, kRuntimeNever, "float32"}, {2, kRuntimeNever, "centers of pixels"}},
    .needed_version = OnlyVersion1,
    .params = kCustomParams<Params>,
    .types = {{.inputs = {kFloat32, kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferShapes,
    .operands = {{"input", "matrix"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC", ""}, .outputs = {"NHWC"}},
    .cost = ElementwiseCost,
    .describe = DescribeShape,
};

}  // namespace litevk
