// The TFLite C ABI, restated: the structs, codes and callbacks between an interpreter and a delegate. The
// layout is that of every runtime from TensorFlow 2.14 to LiteRT 2.3 on 64-bit (and on 32-bit arm and x86)
// machines. File layout_checks.cc asserts each size and offset as a literal.
//
// Sources: tflite/core/c/common.h, tflite/core/c/c_api_types.h and tflite/converter/core/c/tflite_types.h of
// LiteRT, August 2026. Names are TFLite's. The namespace separates them from the originals, so that both can
// be included in one file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace litevk::abi {

enum TfLiteStatus : int {
  kTfLiteOk = 0,
  kTfLiteError = 1,
  kTfLiteDelegateError = 2,
  kTfLiteApplicationError = 3,
  kTfLiteUnresolvedOps = 7,
  kTfLiteCancelled = 8,
  kTfLiteOutputShapeNotKnown = 9,
};

enum TfLiteType : int {
  kTfLiteNoType = 0,
  kTfLiteFloat32 = 1,
  kTfLiteInt32 = 2,
  kTfLiteUInt8 = 3,
  kTfLiteInt64 = 4,
  kTfLiteString = 5,
  kTfLiteBool = 6,
  kTfLiteInt16 = 7,
  kTfLiteComplex64 = 8,
  kTfLiteInt8 = 9,
  kTfLiteFloat16 = 10,
  kTfLiteFloat64 = 11,
  kTfLiteComplex128 = 12,
  kTfLiteUInt64 = 13,
  kTfLiteResource = 14,
  kTfLiteVariant = 15,
  kTfLiteUInt32 = 16,
  kTfLiteUInt16 = 17,
  kTfLiteInt4 = 18,
  kTfLiteBFloat16 = 19,
  kTfLiteInt2 = 20,
  kTfLiteUInt4 = 21,
  kTfLiteFloat8E4M3FN = 22,
  kTfLiteFloat8E5M2 = 23,
};

enum TfLiteAllocationType : int {
  kTfLiteMemNone = 0,
  kTfLiteMmapRo = 1,  // a constant in the model file
  kTfLiteArenaRw = 2,
  kTfLiteArenaRwPersistent = 3,
  kTfLiteDynamic = 4,  // allocated during Invoke
  kTfLitePersistentRo = 5,
  kTfLiteCustom = 6,
  kTfLiteVariantObject = 7,
  kTfLiteNonCpu = 8,
};

enum TfLiteQuantizationType : int {
  kTfLiteNoQuantization = 0,
  kTfLiteAffineQuantization = 1,
  kTfLiteBlockwiseQuantization = 2,
};

enum TfLiteDelegateFlags : int64_t {
  kTfLiteDelegateFlagsNone = 0,
  kTfLiteDelegateFlagsAllowDynamicTensors = 1,
  kTfLiteDelegateFlagsRequirePropagatedShapes = 2,
  kTfLiteDelegateFlagsPerOperatorProfiling = 4,
};

enum TfLiteDimensionType : int { kTfLiteDimDense = 0, kTfLiteDimSparseCSR = 1 };

using TfLiteBufferHandle = int;
inline constexpr TfLiteBufferHandle kTfLiteNullBufferHandle = -1;

// `size` ints follow the header; allocated with malloc, freed with free.
struct TfLiteIntArray {
  int size;
  int data[1];
};

struct TfLiteFloatArray {
  int size;
  float data[1];
};

struct TfLiteQuantizationParams {
  float scale;
  int32_t zero_point;
};

struct TfLiteAffineQuantization {
  TfLiteFloatArray* scale;
  TfLiteIntArray* zero_point;
  int32_t quantized_dimension;
};

// One scale for each block of `blocksize` elements of a row; `scale` and `zero_point` are tensors.
struct TfLiteBlockwiseQuantization {
  int32_t scale;
  int32_t zero_point;
  int32_t blocksize;
  int32_t quantized_dimension;
};

struct TfLiteQuantization {
  TfLiteQuantizationType type;
  void* params;  // TfLiteAffineQuantization or TfLiteBlockwiseQuantization, depending on `type`
};

struct TfLiteDimensionMetadata {
  TfLiteDimensionType format;
  int dense_size;
  TfLiteIntArray* array_segments;
  TfLiteIntArray* array_indices;
};

struct TfLiteSparsity {
  TfLiteIntArray* traversal_order;
  TfLiteIntArray* block_map;
  TfLiteDimensionMetadata* dim_metadata;
  int dim_metadata_size;
};

struct TfLiteDelegate;

struct TfLiteTensor {
  TfLiteType type;
  union {
    void* data;
    float* f;
    char* raw;
  } data;
  TfLiteIntArray* dims;
  TfLiteQuantizationParams params;
  TfLiteAllocationType allocation_type;
  size_t bytes;
  const void* allocation;
  const char* name;
  TfLiteDelegate* delegate;
  TfLiteBufferHandle buffer_handle;
  bool data_is_stale;
  bool is_variable;
  TfLiteQuantization quantization;
  TfLiteSparsity* sparsity;
  const TfLiteIntArray* dims_signature;
};

struct TfLiteNode {
  TfLiteIntArray* inputs;
  TfLiteIntArray* outputs;
  TfLiteIntArray* intermediates;
  TfLiteIntArray* temporaries;
  void* user_data;
  void* builtin_data;
  const void* custom_initial_data;
  int custom_initial_data_size;
  TfLiteDelegate* delegate;
  bool might_have_side_effect;
};

struct TfLiteContext;

struct TfLiteRegistration {
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  const char* (*profiling_string)(const TfLiteContext* context, const TfLiteNode* node);
  int32_t builtin_code;
  const char* custom_name;
  int version;
  void* registration_external;
  void* async_kernel;
  uint64_t inplace_operator;
};

// The registration that ReplaceNodeSubsetsWithDelegateKernels takes BY VALUE. On 64-bit machines a longer
// struct than the runtime's is harmless and a shorter one is fatal, so spare zero words are added. On 32-bit
// machines the size shifts the following arguments and must be exact.
struct PaddedRegistration : TfLiteRegistration {
#if UINTPTR_MAX > 0xffffffffU
  uint64_t spare[6] = {};
#endif
};

struct TfLiteDelegateParams {
  TfLiteDelegate* delegate;
  TfLiteIntArray* nodes_to_replace;
  TfLiteIntArray* input_tensors;
  TfLiteIntArray* output_tensors;
};

struct TfLiteContext {
  size_t tensors_size;
  TfLiteStatus (*GetExecutionPlan)(TfLiteContext* context, TfLiteIntArray** execution_plan);
  TfLiteTensor* tensors;
  void* impl_;
  // Takes ownership of new_size.
  TfLiteStatus (*ResizeTensor)(TfLiteContext* context, TfLiteTensor* tensor, TfLiteIntArray* new_size);
  void (*ReportError)(TfLiteContext* context, const char* message, ...);
  TfLiteStatus (*AddTensors)(TfLiteContext* context, int tensors_to_add, int* first_new_tensor_index);
  TfLiteStatus (*GetNodeAndRegistration)(TfLiteContext* context, int node_index, TfLiteNode** node,
                                         TfLiteRegistration** registration);
  TfLiteStatus (*ReplaceNodeSubsetsWithDelegateKernels)(TfLiteContext* context,
                                                        PaddedRegistration registration,
                                                        const TfLiteIntArray* nodes_to_replace,
                                                        TfLiteDelegate* delegate);
  int recommended_num_threads;
  void* (*GetExternalContext)(TfLiteContext* context, int type);
  void (*SetExternalContext)(TfLiteContext* context, int type, void* external_context);
  bool allow_fp32_relax_to_fp16;
  void* profiler;
  // Null in every TFLite runtime (TFLite Micro only).
  void* (*AllocatePersistentBuffer)(TfLiteContext* context, size_t bytes);
  TfLiteStatus (*AllocateBufferForEval)(TfLiteContext* context, size_t bytes, void** pointer);
  TfLiteStatus (*RequestScratchBufferInArena)(TfLiteContext* context, size_t bytes, int* index);
  void* (*GetScratchBuffer)(TfLiteContext* context, int index);
  TfLiteStatus (*ResizeTensorExplicit)(TfLiteContext* context, TfLiteTensor* tensor, int dims,
                                       const int* shape);
  TfLiteStatus (*PreviewDelegatePartitioning)(TfLiteContext* context, const TfLiteIntArray* nodes_to_replace,
                                              TfLiteDelegateParams** partition_params_array,
                                              int* num_partitions);
  TfLiteTensor* (*GetTensor)(const TfLiteContext* context, int tensor_index);      // null, as above
  TfLiteTensor* (*GetEvalTensor)(const TfLiteContext* context, int tensor_index);  // null, as above
  TfLiteStatus (*GetModelMetadata)(const TfLiteContext* context, const char* name, const char** pointer,
                                   size_t* bytes);
  TfLiteStatus (*AcquireSubgraphContext)(TfLiteContext* context, int subgraph_index,
                                         TfLiteContext** acquired_context);
  TfLiteStatus (*ReleaseSubgraphContext)(TfLiteContext* context, int subgraph_index);
};

struct TfLiteDelegate {
  void* data_;
  TfLiteStatus (*Prepare)(TfLiteContext* context, TfLiteDelegate* delegate);
  TfLiteStatus (*CopyFromBufferHandle)(TfLiteContext* context, TfLiteDelegate* delegate,
                                       TfLiteBufferHandle buffer_handle, TfLiteTensor* tensor);
  TfLiteStatus (*CopyToBufferHandle)(TfLiteContext* context, TfLiteDelegate* delegate,
                                     TfLiteBufferHandle buffer_handle, TfLiteTensor* tensor);
  void (*FreeBufferHandle)(TfLiteContext* context, TfLiteDelegate* delegate, TfLiteBufferHandle* handle);
  int64_t flags;
  void* opaque_delegate_builder;  // stays null: a classic delegate
};

}  // namespace litevk::abi
