// What the record and the kernel of TFLite_Detection_PostProcess share.
#pragma once

namespace litevk {

struct DetectionPostProcessParams {
  int max_detections;
  int max_classes_per_detection;  // of the fast way, which judges each box by its best class alone
  int detections_per_class;       // of the regular way, which judges each class for itself
  int num_classes;
  float score_threshold;
  float iou_threshold;
  float scales[4];  // by which encodings of y, x, height and width are divided
  bool is_regular;
};

inline constexpr int kBoxValues = 4;

}  // namespace litevk
