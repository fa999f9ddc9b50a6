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

struct TfLiteArgMinMaxParams {  // ARG_MAX and ARG_MIN
  int output_type;              // TfLiteType
};

struct TfLiteBatchMatMulParams {
  bool adj_x;
  bool adj_y;
  bool asymmetric_quantize_inputs;
};

struct TfLiteCastParams {
  int in_data_type;   // TfLiteType
  int out_data_type;  // TfLiteType
};

struct TfLiteCumsumParams {
  bool exclusive;
  bool reverse;
};

struct TfLiteGatherParams {
  int axis;
  int batch_dims;
};

struct TfLiteGeluParams {
  bool approximate;
};

struct TfLiteL2NormParams {
  int activation;
};

struct TfLiteLocalResponseNormParams {
  int radius;
  float bias;
  float alpha;
  float beta;
};

enum TfLiteMirrorPaddingMode : int {
  kTfLiteMirrorPaddingUnknown = 0,
  kTfLiteMirrorPaddingReflect = 1,
  kTfLiteMirrorPaddingSymmetric = 2,
};

struct TfLiteMirrorPaddingParams {
  int mode;  // TfLiteMirrorPaddingMode
};

struct TfLiteOneHotParams {
  int axis;
};

struct TfLitePackParams {
  int values_count;
  int axis;
};

struct TfLiteResizeNearestNeighborParams {
  bool align_corners;
  bool half_pixel_centers;
};

struct TfLiteReverseSequenceParams {
  int seq_dim;
  int batch_dim;
};

struct TfLiteShapeParams {
  int out_type;  // TfLiteType
};

struct TfLiteSparseToDenseParams {
  bool validate_indices;
};

struct TfLiteSplitParams {  // SPLIT and SPLIT_V
  int num_splits;
};

struct TfLiteSqueezeParams {
  int32_t squeeze_dims[8];
  int num_squeeze_dims;
};

struct TfLiteUnpackParams {
  int num;
  int axis;
};

enum TfLiteLSTMKernelType : int { kTfLiteLSTMFullKernel = 0, kTfLiteLSTMBasicKernel = 1 };

struct TfLiteLSTMParams {
  int activation;
  float cell_clip;
  float proj_clip;
  int kernel_type;  // TfLiteLSTMKernelType
  bool asymmetric_quantize_inputs;
};

struct TfLiteUnidirectionalSequenceLSTMParams {
  int activation;
  float cell_clip;
  float proj_clip;
  bool time_major;
  bool asymmetric_quantize_inputs;
  bool diagonal_recurrent_tensors;
};

struct TfLiteRNNParams {
  int activation;
  bool asymmetric_quantize_inputs;
};

struct TfLiteSVDFParams {
  int rank;
  int activation;
  bool asymmetric_quantize_inputs;
};

enum TfLiteLSHProjectionType : int {
  kTfLiteLshProjectionUnknown = 0,
  kTfLiteLshProjectionSparse = 1,
  kTfLiteLshProjectionDense = 2,
};

struct TfLiteLSHProjectionParams {
  int type;  // TfLiteLSHProjectionType
};

struct TfLiteSkipGramParams {
  int ngram_size;
  int max_skip_size;
  bool include_all_ngrams;
};

enum TfLiteCombinerType : int {
  kTfLiteCombinerTypeSum = 0,
  kTfLiteCombinerTypeMean = 1,
  kTfLiteCombinerTypeSqrtn = 2,
};

struct TfLiteEmbeddingLookupSparseParams {
  int combiner;  // TfLiteCombinerType
};

struct TfLiteConcatEmbeddingsParams {
  int num_channels;
  int num_columns_per_channel[8];
  int embedding_dim_per_channel[8];
};

// container and shared_name point into the model; null when the model leaves them out.
struct TfLiteVarHandleParams {
  const char* container;
  const char* shared_name;
};

struct TfLiteCallParams {
  int subgraph_index;
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
