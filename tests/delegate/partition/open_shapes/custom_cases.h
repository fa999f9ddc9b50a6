// Custom operators, for tests/delegate/partition/open_shapes_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/opset/custom_codes.h"
#include "runtime/opset/ops/landmarks_2_transform_matrix.h"
#include "runtime/opset/ops/tflite_detection_post_process.h"
#include "runtime/opset/ops/transform_landmarks.h"
#include "runtime/opset/ops/transform_tensor_bilinear.h"
#include "tests/delegate/partition/open_shapes/case.h"

namespace litevk::test {

inline constexpr abi::TfLitePoolParams kTaps = {
    .padding = kSame, .stride_width = 2, .stride_height = 2, .filter_width = 2, .filter_height = 2};

// A FlexBuffers map: subset_idxs is [1, 7].
inline constexpr std::array<uint8_t, 25> kPoints = {115, 117, 98, 115, 101, 116, 95, 105, 100, 120, 115, 0, 2,
                                                    1,   7,   1,  16,  1,   1,   1,  7,   44,  2,   36,  1};

// Adds the choice of two boxes of five, of three classes.
inline void AddDetection(ModelBuilder& m) {
  const DetectionPostProcessParams params = {.max_detections = 2,
                                             .max_classes_per_detection = 1,
                                             .detections_per_class = 1,
                                             .num_classes = 3,
                                             .score_threshold = 0,
                                             .iou_threshold = 0.5F,
                                             .scales = {1, 1, 1, 1},
                                             .is_regular = false};
  m.Node(kCustomTFLite_Detection_PostProcess,
         {m.Input({1, 5, 4}), m.Input({1, 5, 3}), m.Floats({5, 4}, std::vector<float>(20, 0.5F))}, {1},
         params);
  for (int output = 1; output < 4; ++output) m.last_node().outputs.push_back(m.Tensor({1}));
}

// Returns the operators that take only one image or one list of points.
inline std::vector<Case> Landmarks() {
  return {{"landmarks_2_transform_matrix",
           [](ModelBuilder& m) {
             LandmarksToMatrixParams params = {};
             params.right = 3;
             params.options = reinterpret_cast<const std::byte*>(kPoints.data());
             params.options_bytes = kPoints.size();
             m.Node(kCustomLandmarks2TransformMatrix, {m.Input({1, 8, 3})}, {1}, params);
           }},
          {"tflite_detection_post_process", AddDetection},
          {"transform_landmarks",
           [](ModelBuilder& m) {
             m.Node(kCustomTransformLandmarks, {m.Input({1, 8, 2}), m.Input({1, 4, 4})}, {1},
                    TransformLandmarksParams{3, 1.0F});
           }},
          {"transform_landmarks of version 1",
           [](ModelBuilder& m) {
             m.Node(kCustomTransformLandmarks, {m.Input({1, 2, 2, 6}), m.Input({4, 4})}, {1},
                    TransformLandmarksParams{3, 1.0F});
           }},
          {"transform_tensor_bilinear", [](ModelBuilder& m) {
             m.Node(kCustomTransformTensorBilinear, {m.Input({1, 5, 6, 4}), m.Input({1, 4, 4})}, {1},
                    TransformTensorBilinearParams{3, 7, true});
           }}};
}

inline std::vector<Case> CustomWindows() {
  return {{"convolution_2d_transpose_bias",
           [](ModelBuilder& m) {
             m.Node(kCustomConvolution2DTransposeBias,
                    {m.Input({2, 4, 3, 8}), Zeros(m, {4, 2, 2, 8}), Zeros(m, {4})}, {1}, kTransposeConv);
           }},
          {"max_pooling_with_argmax_2d",
           [](ModelBuilder& m) {
             const ir::TensorId image = m.Input({2, 4, 6, 8});
             m.AddNode(kCustomMaxPoolingWithArgmax2D, {image}, {m.Tensor({1}), m.Tensor({1})});
             m.last_node().params = ir::Params(&kTaps, sizeof(kTaps));
           }},
          {"max_unpooling_2d", [](ModelBuilder& m) {
             m.Node(kCustomMaxUnpooling2D, {m.Input({2, 4, 6, 8}), m.Input({2, 4, 6, 8})}, {1}, kTaps);
           }}};
}

}  // namespace litevk::test
