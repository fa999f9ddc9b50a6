#include "runtime/opset/ops/landmarks_2_transform_matrix.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

using Params = LandmarksToMatrixParams;

const char* PointsOption(bool is_version_1) { return is_version_1 ? "subset" : "subset_idxs"; }

// Returns height and width of an image, at least 2 each, so that its corner pixels are 1 or more apart.
std::array<int, 2> ReadImage(FlexOptions& options, const char* name) {
  const std::vector<int> size = options.Ints(name);
  if (size.size() == 2 && size[0] > 1 && size[1] > 1) return {size[0], size[1]};
  options.Complain("its option " + std::string(name) + " is not two numbers above 1");
  return {2, 2};
}

// Reads version 1's options. The landmarks lie in a square of `landmarks_range`, which is the whole input
// image.
Params ReadVersion1(FlexOptions& options) {
  const float range = static_cast<float>(options.AtLeast(1, "landmarks_range"));
  const float multiplier = options.PositiveFloat("bbox_size_multiplier");
  const std::array<int, 2> input = ReadImage(options, "input_hw");
  const std::array<int, 2> output = ReadImage(options, "output_hw");
  if (options.Int("dimensions") != 3) options.Complain("its option dimensions is not 3");
  Params params = {};
  params.is_line = true;
  for (size_t axis = 0; axis < 2; ++axis) {
    const auto pixels = static_cast<float>(input[1 - axis] - 1);
    const auto steps = static_cast<float>(output[1 - axis] - 1);
    params.box_scale[axis] = multiplier / range * 2.0F / steps;
    params.pixel_scale[axis] = pixels / 2.0F;
    params.center_scale[axis] = pixels / range;
    params.middle[axis] = steps / 2.0F;
  }
  return params;
}

Params ReadVersion2(FlexOptions& options) {
  const std::array sizes = {static_cast<float>(options.AtLeast(1, "output_width")),
                            static_cast<float>(options.AtLeast(1, "output_height"))};
  const std::array scales = {options.PositiveFloat("scale_x"), options.PositiveFloat("scale_y")};
  Params params = {};
  params.target_radians = options.Float("target_rotation_radians");
  for (size_t axis = 0; axis < 2; ++axis) {
    params.box_scale[axis] = scales[axis] / sizes[axis];
    params.pixel_scale[axis] = 1.0F;
    params.center_scale[axis] = 1.0F;
    params.middle[axis] = sizes[axis] / 2.0F;
  }
  return params;
}

Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const auto& params = query.params.As<Params>();
  const ir::Shape& landmarks = query.input(0);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(landmarks, params.is_line ? 4 : 3, "landmarks"));
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, ir::CountElements(landmarks, "landmarks"));
  int last = std::max(params.left, params.right);
  for (const int point : BoxPoints(query.params)) last = std::max(last, point);
  if (elements / kLandmarkValues <= last && !landmarks.has_unknown()) {
    return InvalidArgument("landmarks have dims " + landmarks.ToString() + ", expected point " +
                           std::to_string(last) + " among them");
  }
  return ir::SetOutput(query, {1, 4, 4});
}

int VersionOf(const OpSignature& signature) { return signature.input_rank(0) == 3 ? 2 : 1; }

}  // namespace

std::vector<int> BoxPoints(const ir::Params& params) {
  const auto& own = params.As<Params>();
  return FlexOptions({own.options, own.options_bytes}).Ints(PointsOption(own.is_line));
}

// The option names decide the version: interpreters that do not know the operator say version 1 of every
// node.
Result<ir::Params> ReadOptions_landmarks_2_transform_matrix(std::span<const std::byte> bytes) {
  FlexOptions options(bytes);
  Params params = options.Has(PointsOption(true)) ? ReadVersion1(options) : ReadVersion2(options);
  params.left = options.AtLeast(0, "left_rotation_idx");
  params.right = options.AtLeast(0, "right_rotation_idx");
  const std::vector<int> points = options.Ints(PointsOption(params.is_line));
  if (points.empty()) options.Complain("its options name no points");
  if (std::ranges::any_of(points, [](int point) { return point < 0; })) {
    options.Complain("its options name a point below 0");
  }
  params.options = bytes.data();
  params.options_bytes = bytes.size();
  return options.Pack(params);
}

extern const OpInfo kOpInfo_landmarks_2_transform_matrix = {
    .op_code = kCustomLandmarks2TransformMatrix,
    .name = "Landmarks2TransformMatrix",
    .stem = "landmarks_2_transform_matrix",
    .versions = {{1, kRuntimeNever, "float32"}, {2, kRuntimeNever, "points in rows of their own"}},
    .needed_version = VersionOf,
    .params = kCustomParams<Params>,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferShapes,
    .operands = {{"landmarks"}, {"matrix"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = ReductionCost,
};

}  // namespace litevk
