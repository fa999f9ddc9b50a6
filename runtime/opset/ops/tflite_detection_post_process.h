// The parameters that the record and the kernel of TFLite_Detection_PostProcess share.
#pragma once

namespace litevk {

struct DetectionPostProcessParams {
  int max_detections;
  int max_classes_per_detection;  // for fast NMS, which rates each box by its best class only
  int detections_per_class;       // for regular NMS, which rates each class separately
  int num_classes;
  float score_threshold;
  float iou_threshold;
  float scales[4];  // divisors of the encodings of y, x, height and width
  bool is_regular;
};

inline constexpr int kBoxValues = 4;

}  // namespace litevk
