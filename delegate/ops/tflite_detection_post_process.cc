#include "runtime/opset/ops/tflite_detection_post_process.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/quantization_constants.h"
#include "runtime/base/elements.h"
#include "runtime/opset/custom_codes.h"
#include "runtime/values/fold.h"
#include "shaders/detection_boxes.h"
#include "shaders/detection_choice.h"

namespace litevk {
namespace {

using Params = DetectionPostProcessParams;

constexpr uint32_t kGroup = 64;
constexpr int kMostBoxes = 1 << 16;  // for which the choice has a bit each
constexpr int kCodes = 256;          // values of a byte

enum Operand : uint8_t { kBoxes, kScores, kAnchors };

bool IsByte(const ir::Tensor& tensor) { return tensor.type == ir::DataType::kUInt8; }

float FloatOf(const ir::Tensor& tensor, int quantized) {
  return (static_cast<float>(quantized) - static_cast<float>(ZeroPointOf(tensor))) * ScaleOf(tensor);
}

gpu::TensorId AddAnchors(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto write = [graph = &view.graph(),
                      id = view.input_id(kAnchors)](std::span<std::byte> to) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const KnownValue anchors, EvaluateKnown(*graph, id));
    const ir::Tensor& tensor = graph->tensor(id);
    if (!IsByte(tensor)) {
      CopyBytes(anchors.bytes().first(to.size()), to);
      return {};
    }
    std::ranges::transform(anchors.As<uint8_t>().first(to.size() / sizeof(float)),
                           ElementsOf<float>(to).begin(),
                           [&](uint8_t quantized) { return FloatOf(tensor, quantized); });
    return {};
  };
  const auto count = static_cast<uint64_t>(view.input(kBoxes).dims[1]) * kBoxValues;
  return lowering.AddConstant("anchors", count, gpu::Storage::kFloat32, write);
}

// Returns the meaning of each code of each column, in sizes of the anchor, as two floats that add up to a
// double.
std::vector<float> Factors(const ir::Tensor& boxes, const Params& params) {
  std::vector<float> factors;
  for (int axis = 0; axis < kBoxValues; ++axis) {
    for (int quantized = 0; quantized < kCodes; ++quantized) {
      const double code = double{FloatOf(boxes, quantized)} / double{params.scales[axis]};
      const double factor = axis < 2 ? code : 0.5 * std::exp(code);
      factors.push_back(static_cast<float>(factor));
      factors.push_back(static_cast<float>(factor - double{factors.back()}));
    }
  }
  return factors;
}

gpu::TensorId AddFactors(Lowering& lowering) {
  const ir::Tensor& boxes = lowering.view().input(kBoxes);
  if (!IsByte(boxes)) return lowering.Zeros();
  const auto write = [factors = Factors(boxes, lowering.view().params<Params>())](std::span<std::byte> to) {
    CopyBytes(std::as_bytes(std::span(factors)), to);
    return Status();
  };
  return lowering.AddConstant("factors of codes", uint64_t{kBoxValues} * kCodes * 2, gpu::Storage::kFloat32,
                              write);
}

// Tensors that the first dispatch writes for each box and the second one chooses by.
struct Candidates {
  uint32_t count;
  gpu::TensorId corners;
  gpu::TensorId scores;
  gpu::TensorId labels;
};

shaders::DetectionBoxes::Push PushOf(const NodeView& view) {
  const auto& params = view.params<Params>();
  const ir::Tensor& scores = view.input(kScores);
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  return {.total = u32(view.input(kBoxes).dims[1]),
          .code_columns = u32(view.input(kBoxes).dims[2]),
          .score_columns = u32(scores.dims[2]),
          .classes = u32(params.num_classes),
          .y_scale = params.scales[0],
          .x_scale = params.scales[1],
          .h_scale = params.scales[2],
          .w_scale = params.scales[3],
          .score_scale = IsByte(scores) ? ScaleOf(scores) : 1.0F,
          .score_zero = IsByte(scores) ? ZeroPointOf(scores) : 0};
}

Candidates EmitBoxes(Lowering& lowering) {
  const shaders::DetectionBoxes::Push push = PushOf(lowering.view());
  const Candidates candidates = {
      push.total, lowering.AddScratch("corners", uint64_t{push.total} * kBoxValues, gpu::Storage::kFloat32),
      lowering.AddScratch("best scores", push.total, gpu::Storage::kFloat32),
      lowering.AddScratch("best classes", push.total, gpu::Storage::kBits32)};
  lowering.EmitPart<shaders::DetectionBoxes>({.kLocalSizeX = kGroup,
                                              .kCodeBytes = lowering.InputBytes(kBoxes),
                                              .kScoreBytes = lowering.InputBytes(kScores)},
                                             push,
                                             {.codes = lowering.Input(kBoxes),
                                              .scores = lowering.Input(kScores),
                                              .anchors = AddAnchors(lowering),
                                              .factors = AddFactors(lowering),
                                              .corners = candidates.corners,
                                              .best = candidates.scores,
                                              .labels = candidates.labels},
                                             FlatGroups(push.total, kGroup, lowering.limits()));
  return candidates;
}

void Lower(Lowering& lowering) {
  const auto& params = lowering.view().params<Params>();
  const Candidates candidates = EmitBoxes(lowering);
  lowering.Emit<shaders::DetectionChoice>({.kMost = static_cast<uint32_t>(params.max_detections)},
                                          {.total = candidates.count,
                                           .score_threshold = params.score_threshold,
                                           .overlap_threshold = params.iou_threshold},
                                          {.corners = candidates.corners,
                                           .flag = lowering.AddCheck("a box has a height or width below 0"),
                                           .best = candidates.scores,
                                           .labels = candidates.labels,
                                           .detected = lowering.Output(0),
                                           .kinds = lowering.Output(1),
                                           .scores = lowering.Output(2),
                                           .count = lowering.Output(3)},
                                          {1, 1, 1});
}

bool JudgesByBestClass(const NodeView& view) {
  const auto& params = view.params<Params>();
  return !params.is_regular && params.max_classes_per_detection == 1 && params.max_detections > 0;
}

bool HasOneScale(const ir::Tensor& tensor) {
  return !IsByte(tensor) || tensor.quantization.scales.size() == 1;
}

bool HaveScales(const NodeView& view) {
  return HasOneScale(view.input(kBoxes)) && HasOneScale(view.input(kScores)) &&
         HasOneScale(view.input(kAnchors));
}

bool BoxesFit(const NodeView& view) {
  const int boxes = view.input(kBoxes).dims[1];
  return boxes > 0 && boxes <= kMostBoxes;
}

}  // namespace

OpSpec MakeSpec_tflite_detection_post_process() {
  return {
      .op_code = kCustomTFLite_Detection_PostProcess,
      .kernels =
          {{.note = "boxes of uint8 have the CPU's result bit for bit but where a double's rounding "
                    "decides that of a float32",
            .constraints =
                {{"boxes are judged by their best class (use_regular_nms is false), of which a detection "
                  "has one",
                  JudgesByBestClass},
                 {"the anchors are constant", InputIsKnown<kAnchors>},
                 {"a tensor of uint8 has one scale", HaveScales},
                 {"there are 1 to 65536 boxes", BoxesFit, DimsAreKnown<kBoxes>}},
            .lower = Lower}},
  };
}

}  // namespace litevk
