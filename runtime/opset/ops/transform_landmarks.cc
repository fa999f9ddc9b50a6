#include "runtime/opset/ops/transform_landmarks.h"

#include <string>

#include "runtime/opset/common/transform_matrix.h"
#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

using Params = TransformLandmarksParams;

Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckMatrixAndBatch(query, "landmarks"));
  const ir::Shape& landmarks = query.input(0);
  if (!HasPointsInRows(landmarks)) LITEVK_RETURN_IF_ERROR(ir::CheckRank(landmarks, 4, "landmarks"));
  query.outputs[0] = landmarks;
  if (ir::IsUnknown(landmarks.channels())) return {};
  const int dimensions = FormOf(landmarks, query.params).dimensions;
  if (dimensions != 2 && dimensions != 3) {
    return InvalidArgument("landmarks have " + std::to_string(dimensions) + " dimensions, expected 2 or 3");
  }
  if (landmarks.channels() % dimensions == 0) return {};
  return InvalidArgument("landmarks have dims " + landmarks.ToString() + ", expected points of " +
                         std::to_string(dimensions) + " values");
}

int VersionOf(const OpSignature& signature) { return signature.input_rank(0) == 3 ? 2 : 1; }

}  // namespace

Result<ir::Params> ReadOptions_transform_landmarks(std::span<const std::byte> bytes) {
  FlexOptions options(bytes);
  const Params params = {options.IntOr("dimensions", 3), options.FloatOr("scale", 1.0F)};
  if (params.scale == 0) options.Complain("its option scale is 0");
  return options.Pack(params);
}

extern const OpInfo kOpInfo_transform_landmarks = {
    .op_code = kCustomTransformLandmarks,
    .name = "TransformLandmarks",
    .stem = "transform_landmarks",
    .versions = {{1, kRuntimeNever, "float32"}, {2, kRuntimeNever, "points in rows of their own"}},
    .needed_version = VersionOf,
    .params = kCustomParams<Params>,
    .types = {{.inputs = {kFloat32, kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferShapes,
    .operands = {{"landmarks", "matrix"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kImplicit},
    .cost = ElementwiseCost,
};

}  // namespace litevk
