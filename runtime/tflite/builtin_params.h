// The parameter structs that TfLiteNode::builtin_data points to, as in TensorFlow 2.14 (the minimum), or the
// first later version with the operator. Fields that later versions appended are omitted or, if read, guarded
// by the operator's version. Source: tflite/converter/core/c/builtin_op_data.h of LiteRT, August 2026.
#pragma once

#include <cstddef>
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

// TensorFlow 2.14 lacks the last field, here and in the two structs below that have it:
// OpParams::bytes_before.
struct TfLiteConvParams {
  int padding;
  int stride_width;
  int stride_height;
  int activation;
  int dilation_width_factor;
  int dilation_height_factor;
  int quantized_bias_type = 0;  // TfLiteType of the bias of int16; values other than int32 mean int64
};

struct TfLiteConv3DParams {  // CONV_3D and CONV_3D_TRANSPOSE
  int padding;
  int stride_width;
  int stride_height;
  int stride_depth;
  int dilation_width_factor;
  int dilation_height_factor;
  int dilation_depth_factor;
  int activation;
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
  int quantized_bias_type = 0;
};

struct TfLiteFullyConnectedParams {
  int activation;
  int weights_format;
  bool keep_num_dims;
  bool asymmetric_quantize_inputs;
  int quantized_bias_type = 0;
};

struct TfLitePoolParams {
  int padding;
  int stride_width;
  int stride_height;
  int filter_width;
  int filter_height;
  int activation;
};

// ADD and SUB have another bool (pot_scale_int16), which only int16 reads.
struct TfLiteArithmeticParams {
  int activation;
};

// Starts with the fields of TfLiteArithmeticParams.
struct TfLiteAddParams {
  int activation;
  bool pot_scale_int16;
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

// Read only if the node has no shape input (old models).
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

struct TfLiteSequenceRNNParams {
  bool time_major;
  int activation;
  bool asymmetric_quantize_inputs;
};

struct TfLiteBidirectionalSequenceRNNParams {
  bool time_major;
  int activation;
  bool merge_outputs;
  bool asymmetric_quantize_inputs;
};

struct TfLiteBidirectionalSequenceLSTMParams {
  int activation;
  float cell_clip;
  float proj_clip;
  bool merge_outputs;
  bool time_major;
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

// `boundaries` points into the model; null if it omits them.
struct TfLiteBucketizeParams {
  int num_boundaries;
  const float* boundaries;
};

struct TfLiteFakeQuantParams {
  float min;
  float max;
  int num_bits;
  bool narrow_range;
};

struct TfLiteRandomParams {  // RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL and MULTINOMIAL
  int seed;
  int seed2;
};

enum TfLiteReduceWindowFunction : int {
  kTfLiteReduceWindowFunctionUnsupported = 0,
  kTfLiteReduceWindowFunctionAdd = 1,
  kTfLiteReduceWindowFunctionMul = 2,
  kTfLiteReduceWindowFunctionMin = 3,
  kTfLiteReduceWindowFunctionMax = 4,
  kTfLiteReduceWindowFunctionAll = 5,
  kTfLiteReduceWindowFunctionAny = 6,
};

struct TfLiteReduceWindowParams {
  int reduce_function;  // TfLiteReduceWindowFunction
};

struct TfLiteUniqueParams {
  int index_out_type;  // TfLiteType
};

struct TfLiteHashtableParams {
  int table_id;
  int key_dtype;    // TfLiteType
  int value_dtype;  // TfLiteType
};

// The strings container and shared_name point into the model; null if the model omits them.
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

// Maximum number of dims in a list of StableHLO.
inline constexpr int kTfLiteMostStablehloDims = 8;

struct TfLiteStablehloGatherParams {
  int64_t offset_dims[kTfLiteMostStablehloDims];
  int num_offset_dims;
  int64_t collapsed_slice_dims[kTfLiteMostStablehloDims];
  int num_collapsed_slice_dims;
  int64_t start_index_map[kTfLiteMostStablehloDims];
  int num_start_index_map;
  int64_t index_vector_dim;
  int64_t slice_sizes[kTfLiteMostStablehloDims];
  int num_slice_sizes;
  bool indices_are_sorted;
};

struct TfLiteStablehloScatterParams {
  bool indices_are_sorted;
  int64_t update_window_dims[kTfLiteMostStablehloDims];
  int num_update_window_dims;
  int64_t inserted_window_dims[kTfLiteMostStablehloDims];
  int num_inserted_window_dims;
  int64_t scatter_dims_to_operand_dims[kTfLiteMostStablehloDims];
  int num_scatter_dims_to_operand_dims;
  int64_t index_vector_dim;
  bool unique_indices;
  int update_computation_subgraph_index;
};

struct TfLiteStablehloPadParams {
  int64_t edge_padding_low[kTfLiteMostStablehloDims];
  int64_t edge_padding_high[kTfLiteMostStablehloDims];
  int64_t interior_padding[kTfLiteMostStablehloDims];
};

struct TfLiteStablehloReduceWindowParams {
  int64_t window_dimensions[kTfLiteMostStablehloDims];
  int64_t window_strides[kTfLiteMostStablehloDims];
  int64_t base_dilations[kTfLiteMostStablehloDims];
  int64_t window_dilations[kTfLiteMostStablehloDims];
  int64_t padding[2 * kTfLiteMostStablehloDims];  // before and after each dim
  int body_subgraph_index;
};

enum TfLiteRngAlgorithm : int {
  kTfLiteRngAlgorithmUnknown = 0,
  kTfLiteRngAlgorithmDefault = 1,
  kTfLiteRngAlgorithmPhilox = 2,
  kTfLiteRngAlgorithmThreefry = 3,
};

struct TfLiteStablehloRngBitGeneratorParams {
  int algorithm;  // TfLiteRngAlgorithm
};

// The members name and attributes point into the model; null if the model omits them.
struct TfLiteStablehloCompositeParams {
  const char* name;
  int32_t subgraph_index;
  int32_t version;
  const uint8_t* attributes;
  size_t attributes_size;
};

struct TfLiteStablehloCaseParams {
  int32_t branch_subgraph_indices[20];
  uint32_t num_branches;
};

}  // namespace litevk::abi
