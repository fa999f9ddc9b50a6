// The parameter structs that TfLiteNode::builtin_data points to, as TensorFlow 2.14 (the floor) has them;
// fields that later versions appended are left out or, where read, guarded by the operator's version.
// Source: tflite/converter/core/c/builtin_op_data.h of LiteRT, August 2026.
#pragma once

#include <cstdint>

namespace litevk::abi {

enum TfLitePadding : int {
  kTfLitePaddingUnknown = 0,
  kTfLitePaddingSame = 1,
  kTfLitePaddingValid = 2,
};

enum TfLiteFusedActivation : int {
  kTfLiteActNone = 0,
  kTfLiteActRelu = 1,
  kTfLiteActReluN1To1 = 2,
  kTfLiteActRelu6 = 3,
  kTfLiteActTanh = 4,
  kTfLiteActSignBit = 5,
  kTfLiteActSigmoid = 6,
};

enum TfLiteFullyConnectedWeightsFormat : int {
  kTfLiteFullyConnectedWeightsFormatDefault = 0,
  kTfLiteFullyConnectedWeightsFormatShuffled4x16Int8 = 1,
};

struct TfLiteConvParams {
  int padding;
  int stride_width;
  int stride_height;
  int activation;
  int dilation_width_factor;
  int dilation_height_factor;
};

struct TfLiteDepthwiseConvParams {
  int padding;
  int stride_width;
  int stride_height;
  int depth_multiplier;  // may be 0 or stale in newer files: derive it from the shapes
  int activation;
  int dilation_width_factor;
  int dilation_height_factor;
};

struct TfLiteTransposeConvParams {
  int padding;
  int stride_width;
  int stride_height;
  int activation;
};

struct TfLiteFullyConnectedParams {
  int activation;
  int weights_format;
  bool keep_num_dims;
  bool asymmetric_quantize_inputs;
};

struct TfLitePoolParams {
  int padding;
  int stride_width;
  int stride_height;
  int filter_width;
  int filter_height;
  int activation;
};

// ADD and SUB have a further bool (pot_scale_int16), which only int16 reads.
struct TfLiteArithmeticParams {
  int activation;
};

struct TfLiteSoftmaxParams {
  float beta;
};

struct TfLiteLeakyReluParams {
  float alpha;
};

struct TfLiteConcatenationParams {
  int axis;
  int activation;
};

// Read only where the node has no shape input (old models).
struct TfLiteReshapeParams {
  int32_t shape[8];
  int num_dimensions;
};

struct TfLiteReducerParams {
  bool keep_dims;
};

struct TfLiteResizeBilinearParams {
  bool align_corners;
  bool half_pixel_centers;
};

struct TfLiteBlockSizeParams {  // DEPTH_TO_SPACE and SPACE_TO_DEPTH
  int block_size;
};

struct TfLiteStridedSliceParams {
  int begin_mask;
  int end_mask;
  int ellipsis_mask;
  int new_axis_mask;
  int shrink_axis_mask;
  bool offset;  // `end` is relative to `begin`
};

struct TfLiteIfParams {
  int then_subgraph_index;
  int else_subgraph_index;
};

struct TfLiteWhileParams {
  int cond_subgraph_index;
  int body_subgraph_index;
};

struct TfLiteCallOnceParams {
  int init_subgraph_index;
};

}  // namespace litevk::abi
