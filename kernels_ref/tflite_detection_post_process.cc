// Converts a detector's encoded boxes and class scores to detections. Boxes are decoded by their anchors; of
// overlapping boxes only the one with the highest score stays. The fast algorithm judges a box by its best
// class. The regular one judges the boxes of each class among themselves, and keeps the highest scores of all
// classes. Unused detections are zero; TFLite's fast algorithm leaves the old contents there.
#include "runtime/opset/ops/tflite_detection_post_process.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

using Params = DetectionPostProcessParams;

struct Box {
  float top;
  float left;
  float bottom;
  float right;
};

// A box with one class.
struct Detection {
  int box;
  int label;
  float score;
};

// Returns the values of an operand as floats; dequantizes bytes.
Result<std::vector<float>> Floats(const ConstView& view) {
  const auto count = static_cast<size_t>(view.dims().NumElements());
  if (view.type() == ir::DataType::kFloat32)
    return std::vector<float>(view.data<float>(), view.data<float>() + count);
  LITEVK_ASSIGN_OR_RETURN(const AffineChannels channels, AffineChannels::Of(*view.tensor));
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) {
    const auto [scale, zero_point] = channels[static_cast<int64_t>(i)];
    values[i] = (static_cast<float>(view.data<uint8_t>()[i]) - static_cast<float>(zero_point)) * scale;
  }
  return values;
}

// Decodes a box. Encodings and anchors are y, x, height and width. The first two shift the center in units of
// the anchor's size; the others are the logarithms of size ratios.
Box Decode(const float* code, const float* anchor, const Params& params) {
  const auto center = [&](int axis) {
    return static_cast<float>(double{code[axis]} / double{params.scales[axis]} * double{anchor[axis + 2]} +
                              double{anchor[axis]});
  };
  const auto half = [&](int axis) {
    return static_cast<float>(0.5 * std::exp(double{code[axis + 2]} / double{params.scales[axis + 2]}) *
                              double{anchor[axis + 2]});
  };
  return {center(0) - half(0), center(1) - half(1), center(0) + half(0), center(1) + half(1)};
}

float Area(const Box& box) { return (box.bottom - box.top) * (box.right - box.left); }

// Returns the intersection over union of two boxes.
float Overlap(const Box& a, const Box& b) {
  if (Area(a) <= 0 || Area(b) <= 0) return 0;
  const float height = std::max(std::min(a.bottom, b.bottom) - std::max(a.top, b.top), 0.0F);
  const float width = std::max(std::min(a.right, b.right) - std::max(a.left, b.left), 0.0F);
  return height * width / (Area(a) + Area(b) - height * width);
}

// Boxes of an image with the scores of their classes, without the background.
class Candidates {
 public:
  static Result<Candidates> Of(const KernelArgs& args) {
    Candidates result(args.params.As<Params>());
    LITEVK_ASSIGN_OR_RETURN(const std::vector<float> codes, Floats(args.inputs[0]));
    LITEVK_ASSIGN_OR_RETURN(result.scores_, Floats(args.inputs[1]));
    LITEVK_ASSIGN_OR_RETURN(const std::vector<float> anchors, Floats(args.inputs[2]));
    const auto step = static_cast<size_t>(args.inputs[0].dims()[2]);
    result.columns_ = args.inputs[1].dims()[2];
    for (int box = 0; box < args.inputs[0].dims()[1]; ++box) {
      const auto row = static_cast<size_t>(box);
      result.boxes_.push_back(Decode(&codes[row * step], &anchors[row * kBoxValues], result.params_));
      const Box& decoded = result.boxes_.back();
      if (!(decoded.top > decoded.bottom) && !(decoded.left > decoded.right)) continue;
      return InvalidArgument("box " + std::to_string(box) + " has a height or width below 0");
    }
    return result;
  }

  const Params& params() const { return params_; }
  int count() const { return static_cast<int>(boxes_.size()); }
  const Box& box(int index) const { return boxes_[static_cast<size_t>(index)]; }
  float Score(int box, int label) const {
    const int column = columns_ - params_.num_classes + label;
    return scores_[static_cast<size_t>(box) * static_cast<size_t>(columns_) + static_cast<size_t>(column)];
  }

  // Returns the `most` best classes of a box.
  std::vector<int> BestLabels(int box, int most) const {
    std::vector<int> labels(static_cast<size_t>(params_.num_classes));
    std::iota(labels.begin(), labels.end(), 0);
    const auto is_better = [&](int a, int b) { return Score(box, a) > Score(box, b); };
    std::stable_sort(labels.begin(), labels.end(), is_better);
    labels.resize(std::min(labels.size(), static_cast<size_t>(most)));
    return labels;
  }

  // Returns at most `most` detections, the best first, that reach the threshold and overlap no better one
  // that stays. `found` are of different boxes.
  std::vector<Detection> Suppress(std::vector<Detection> found, int most) const {
    std::erase_if(found, [&](const Detection& one) { return !(one.score >= params_.score_threshold); });
    std::ranges::stable_sort(found, std::ranges::greater(), &Detection::score);
    std::vector<Detection> kept;
    for (const Detection& one : found) {
      if (kept.size() >= static_cast<size_t>(most)) break;
      const auto hides = [&](const Detection& better) {
        return Overlap(box(better.box), box(one.box)) > params_.iou_threshold;
      };
      if (std::ranges::none_of(kept, hides)) kept.push_back(one);
    }
    return kept;
  }

 private:
  explicit Candidates(const Params& params) : params_(params) {}

  const Params& params_;
  std::vector<Box> boxes_;
  std::vector<float> scores_;
  int columns_ = 0;
};

// Writes detections row by row to the outputs, and counts them.
class Rows {
 public:
  Rows(const KernelArgs& args, const Candidates& candidates) : args_(args), candidates_(candidates) {
    for (const MutableView& output : args.outputs) std::ranges::fill(output.bytes, std::byte{0});
  }

  void Write(int row, const Detection& detection) {
    const Box& box = candidates_.box(detection.box);
    float* corners = args_.outputs[0].data<float>() + int64_t{row} * kBoxValues;
    corners[0] = box.top;
    corners[1] = box.left;
    corners[2] = box.bottom;
    corners[3] = box.right;
    args_.outputs[1].data<float>()[row] = static_cast<float>(detection.label);
    args_.outputs[2].data<float>()[row] = detection.score;
  }
  void WriteCount(size_t count) { *args_.outputs[3].data<float>() = static_cast<float>(count); }

 private:
  const KernelArgs& args_;
  const Candidates& candidates_;
};

// Writes one row for each of a detection's best classes.
void DetectFast(const Candidates& candidates, Rows& rows) {
  const int labels = candidates.params().max_classes_per_detection;
  std::vector<Detection> found;
  found.reserve(static_cast<size_t>(candidates.count()));
  for (int box = 0; box < candidates.count(); ++box) {
    const int label = candidates.BestLabels(box, 1).front();
    found.push_back({box, label, candidates.Score(box, label)});
  }
  const std::vector<Detection> kept =
      candidates.Suppress(std::move(found), candidates.params().max_detections);
  for (size_t index = 0; index < kept.size(); ++index) {
    int row = static_cast<int>(index) * labels;
    const int box = kept[index].box;
    for (const int label : candidates.BestLabels(box, labels)) {
      rows.Write(row++, {box, label, candidates.Score(box, label)});
    }
  }
  rows.WriteCount(kept.size());
}

void DetectRegular(const Candidates& candidates, Rows& rows) {
  const Params& params = candidates.params();
  std::vector<Detection> best;
  for (int label = 0; label < params.num_classes; ++label) {
    std::vector<Detection> found;
    found.reserve(static_cast<size_t>(candidates.count()));
    for (int box = 0; box < candidates.count(); ++box)
      found.push_back({box, label, candidates.Score(box, label)});
    const std::vector<Detection> kept = candidates.Suppress(std::move(found), params.detections_per_class);
    best.insert(best.end(), kept.begin(), kept.end());
    std::ranges::stable_sort(best, std::ranges::greater(), &Detection::score);
    best.resize(std::min(best.size(), static_cast<size_t>(params.max_detections)));
  }
  for (size_t row = 0; row < best.size(); ++row) rows.Write(static_cast<int>(row), best[row]);
  rows.WriteCount(best.size());
}

}  // namespace

static Status PostProcess(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const Candidates candidates, Candidates::Of(args));
  Rows rows(args, candidates);
  if (candidates.params().is_regular) {
    DetectRegular(candidates, rows);
  } else {
    DetectFast(candidates, rows);
  }
  return {};
}

static Status CheckScales(const PreparedNode& node) {
  for (const ir::Tensor* input : node.inputs) {
    if (input->type != ir::DataType::kFloat32) LITEVK_RETURN_IF_ERROR(AffineChannels::Of(*input).status());
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(tflite_detection_post_process, &PostProcess, /*checks_values=*/false, &CheckScales)
