#include "runtime/opset/ops/tflite_detection_post_process.h"

#include <algorithm>
#include <string>

#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

using Params = DetectionPostProcessParams;

constexpr int kDetectionsPerClass = 100;  // default if a model omits the option

// Reads the options. An omitted number is 0, as in TFLite.
Params ReadIntegers(FlexOptions& options) {
  return {.max_detections = options.IntOr("max_detections", 0),
          .max_classes_per_detection = options.IntOr("max_classes_per_detection", 0),
          .detections_per_class = options.IntOr("detections_per_class", kDetectionsPerClass),
          .num_classes = options.IntOr("num_classes", 0),
          .score_threshold = options.FloatOr("nms_score_threshold", 0.0F),
          .iou_threshold = options.FloatOr("nms_iou_threshold", 0.0F),
          .scales = {options.FloatOr("y_scale", 0.0F), options.FloatOr("x_scale", 0.0F),
                     options.FloatOr("h_scale", 0.0F), options.FloatOr("w_scale", 0.0F)},
          .is_regular = options.IntOr("use_regular_nms", 0) != 0};
}

Status CheckDims(const ir::Shape& dims, int rank, const char* name) {
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(dims, rank, name));
  if (rank == 2 || ir::MayEqual(dims[0], 1)) return {};
  return InvalidArgument(std::string(name) + " have dims " + dims.ToString() + ", expected a batch of 1");
}

// Checks the dims. A box has four or more values, of which four are read. Scores are one per class, and
// possibly one before them for the background.
Status CheckInputDims(const ir::ShapeQuery& query) {
  const ir::Shape& boxes = query.input(0);
  const ir::Shape& scores = query.input(1);
  const ir::Shape& anchors = query.input(2);
  LITEVK_RETURN_IF_ERROR(CheckDims(boxes, 3, "box encodings"));
  LITEVK_RETURN_IF_ERROR(CheckDims(scores, 3, "class predictions"));
  LITEVK_RETURN_IF_ERROR(CheckDims(anchors, 2, "anchors"));
  if (boxes.has_unknown() || scores.has_unknown() || anchors.has_unknown()) return {};
  const int64_t classes = query.params.As<Params>().num_classes;
  if (scores[1] != boxes[1] || (scores[2] != classes && scores[2] != classes + 1)) {
    return InvalidArgument("class predictions have dims " + scores.ToString() + ", expected " +
                           std::to_string(boxes[1]) + " boxes of " + std::to_string(classes) +
                           " classes, with or without a background");
  }
  if (boxes[2] >= kBoxValues && anchors[0] >= boxes[1] && anchors[1] == kBoxValues) return {};
  return InvalidArgument("box encodings have dims " + boxes.ToString() + " and anchors " +
                         anchors.ToString() + ", expected 4 numbers for each box");
}

Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  LITEVK_RETURN_IF_ERROR(CheckInputDims(query));
  const auto& params = query.params.As<Params>();
  const int64_t rows = int64_t{params.max_detections} * params.max_classes_per_detection;
  LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, 0, {1, rows, kBoxValues}));
  LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, 1, {1, rows}));
  LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, 2, {1, rows}));
  return ir::SetOutput(query, 3, {1});
}

constexpr TypeSet kIntegers = {ir::DataType::kFloat32, ir::DataType::kUInt8};

}  // namespace

Result<ir::Params> ReadOptions_tflite_detection_post_process(std::span<const std::byte> bytes) {
  FlexOptions options(bytes);
  const Params params = ReadIntegers(options);
  const auto expect = [&](bool holds, const char* name, const char* what) {
    if (!holds) options.Complain("its option " + std::string(name) + " is not " + what);
  };
  expect(params.max_detections >= 0, "max_detections", "0 or more");
  expect(params.num_classes >= 1, "num_classes", "1 or more");
  expect(params.iou_threshold > 0 && params.iou_threshold <= 1, "nms_iou_threshold", "above 0 and at most 1");
  expect(params.max_classes_per_detection >= 1, "max_classes_per_detection", "1 or more");
  expect(!params.is_regular || params.detections_per_class >= 1, "detections_per_class", "1 or more");
  return options.Pack(params);
}

extern const OpInfo kOpInfo_tflite_detection_post_process = {
    .op_code = kCustomTFLite_Detection_PostProcess,
    .name = "TFLite_Detection_PostProcess",
    .stem = "tflite_detection_post_process",
    .versions = {{1, kRuntimeUnknown, "float32 and uint8"}},
    .needed_version = OnlyVersion1,
    .params = kCustomParams<Params>,
    .types = {{.element = kIntegers,
               .inputs = {kT, kIntegers, kT},
               .outputs = {kFloat32, kFloat32, kFloat32, kFloat32},
               .quantized = Quantized::kConverted}},
    .infer_shapes = InferShapes,
    .operands = {{"box_encodings", "class_predictions", "anchors"},
                 {"detection_boxes", "detection_classes", "detection_scores", "num_detections"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = ReductionCost,
};

}  // namespace litevk
