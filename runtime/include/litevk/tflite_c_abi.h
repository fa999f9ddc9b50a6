/* The C ABI between an interpreter and the kernels and delegates that it calls, as TensorFlow Lite defines
 * it. It has the structs and codes that a custom operator needs, for programs without TFLite headers. Names,
 * layouts and values are TFLite's own, from TensorFlow 2.14 to LiteRT 2.3. Code that uses them also runs in
 * those interpreters.
 *
 * If TFLite's own header is used too, include it first: this one then declares nothing.
 */
#ifndef LITEVK_TFLITE_C_ABI_H_
#define LITEVK_TFLITE_C_ABI_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(TENSORFLOW_LITE_CORE_C_COMMON_H_) && !defined(TENSORFLOW_LITE_C_COMMON_H_)
#if defined(TENSORFLOW_LITE_CORE_C_C_API_TYPES_H_) || defined(TENSORFLOW_LITE_C_C_API_TYPES_H_)
#error "include TFLite's common.h before litevk/tflite_c_abi.h: c_api_types.h alone declares only a part"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TfLiteStatus {
  kTfLiteOk = 0,
  kTfLiteError = 1,
  kTfLiteDelegateError = 2,
  kTfLiteApplicationError = 3,
  kTfLiteDelegateDataNotFound = 4,
  kTfLiteDelegateDataWriteError = 5,
  kTfLiteDelegateDataReadError = 6,
  kTfLiteUnresolvedOps = 7,
  kTfLiteCancelled = 8,
  kTfLiteOutputShapeNotKnown = 9
} TfLiteStatus;

typedef enum TfLiteType {
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
  kTfLiteFloat8E5M2 = 23
} TfLiteType;

/* Source of a tensor's bytes. */
typedef enum TfLiteAllocationType {
  kTfLiteMemNone = 0,
  kTfLiteMmapRo = 1,            /* a constant in the model file */
  kTfLiteArenaRw = 2,           /* the interpreter's memory, during a run */
  kTfLiteArenaRwPersistent = 3, /* the interpreter's memory, kept from run to run */
  kTfLiteDynamic = 4,           /* from malloc, sized during the run */
  kTfLitePersistentRo = 5,      /* from malloc, written by prepare, a constant afterwards */
  kTfLiteCustom = 6,            /* the program's own memory */
  kTfLiteVariantObject = 7,
  kTfLiteNonCpu = 8
} TfLiteAllocationType;

typedef enum TfLiteQuantizationType {
  kTfLiteNoQuantization = 0,
  kTfLiteAffineQuantization = 1,
  kTfLiteBlockwiseQuantization = 2
} TfLiteQuantizationType;

typedef enum TfLiteDimensionType { kTfLiteDimDense = 0, kTfLiteDimSparseCSR = 1 } TfLiteDimensionType;

typedef enum TfLiteDelegateFlags {
  kTfLiteDelegateFlagsNone = 0,
  kTfLiteDelegateFlagsAllowDynamicTensors = 1,
  kTfLiteDelegateFlagsRequirePropagatedShapes = 2,
  kTfLiteDelegateFlagsPerOperatorProfiling = 4
} TfLiteDelegateFlags;

/* Id of an absent optional tensor. */
#define kTfLiteOptionalTensor (-1)

typedef int TfLiteBufferHandle;
enum { kTfLiteNullBufferHandle = -1 };

/* `size` values follow the header. Allocated with malloc, freed with free. */
typedef struct TfLiteIntArray {
  int size;
#ifdef __cplusplus
  int data[1]; /* C++ has no flexible arrays; there are `size` values in fact */
#else
  int data[];
#endif
} TfLiteIntArray;

typedef struct TfLiteFloatArray {
  int size;
#ifdef __cplusplus
  float data[1];
#else
  float data[];
#endif
} TfLiteFloatArray;

typedef struct TfLiteFloat16 {
  uint16_t data;
} TfLiteFloat16;

typedef struct TfLiteBFloat16 {
  uint16_t data;
} TfLiteBFloat16;

typedef struct TfLiteComplex64 {
  float re, im;
} TfLiteComplex64;

typedef struct TfLiteComplex128 {
  double re, im;
} TfLiteComplex128;

/* real value = scale * (stored value - zero_point) */
typedef struct TfLiteQuantizationParams {
  float scale;
  int32_t zero_point;
} TfLiteQuantizationParams;

/* One scale and zero point, or one for each index of `quantized_dimension`. */
typedef struct TfLiteAffineQuantization {
  TfLiteFloatArray* scale;
  TfLiteIntArray* zero_point;
  int32_t quantized_dimension;
} TfLiteAffineQuantization;

/* One scale for each `blocksize` elements of a row; `scale` and `zero_point` are ids of tensors. */
typedef struct TfLiteBlockwiseQuantization {
  int32_t scale;
  int32_t zero_point;
  int32_t blocksize;
  int32_t quantized_dimension;
} TfLiteBlockwiseQuantization;

typedef struct TfLiteQuantization {
  TfLiteQuantizationType type;
  void* params; /* TfLiteAffineQuantization or TfLiteBlockwiseQuantization, depending on `type` */
} TfLiteQuantization;

typedef struct TfLiteDimensionMetadata {
  TfLiteDimensionType format;
  int dense_size;
  TfLiteIntArray* array_segments;
  TfLiteIntArray* array_indices;
} TfLiteDimensionMetadata;

typedef struct TfLiteSparsity {
  TfLiteIntArray* traversal_order;
  TfLiteIntArray* block_map;
  TfLiteDimensionMetadata* dim_metadata;
  int dim_metadata_size;
} TfLiteSparsity;

typedef union TfLitePtrUnion {
  int32_t* i32;
  uint32_t* u32;
  int64_t* i64;
  uint64_t* u64;
  float* f;
  TfLiteFloat16* f16;
  TfLiteBFloat16* bf16;
  double* f64;
  char* raw;
  const char* raw_const;
  uint8_t* uint8;
  bool* b;
  int16_t* i16;
  uint16_t* ui16;
  TfLiteComplex64* c64;
  TfLiteComplex128* c128;
  int8_t* int8;
  void* data;
} TfLitePtrUnion;

struct TfLiteContext;
struct TfLiteDelegate;

typedef struct TfLiteTensor {
  TfLiteType type;
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteQuantizationParams params; /* zeros when quantized per channel: see `quantization` */
  TfLiteAllocationType allocation_type;
  size_t bytes;
  const void* allocation;
  const char* name;
  struct TfLiteDelegate* delegate;
  TfLiteBufferHandle buffer_handle;
  bool data_is_stale;
  bool is_variable;
  TfLiteQuantization quantization;
  TfLiteSparsity* sparsity;
  const TfLiteIntArray* dims_signature; /* -1 for a dim that the model leaves open */
} TfLiteTensor;

typedef struct TfLiteNode {
  TfLiteIntArray* inputs; /* tensor ids; kTfLiteOptionalTensor if absent */
  TfLiteIntArray* outputs;
  TfLiteIntArray* intermediates;
  TfLiteIntArray* temporaries;
  void* user_data;                 /* what init returned */
  void* builtin_data;              /* a builtin operator's parameters */
  const void* custom_initial_data; /* a custom operator's options */
  int custom_initial_data_size;
  struct TfLiteDelegate* delegate;
  bool might_have_side_effect;
} TfLiteNode;

typedef struct TfLiteRegistration {
  void* (*init)(struct TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(struct TfLiteContext* context, void* buffer);
  TfLiteStatus (*prepare)(struct TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(struct TfLiteContext* context, TfLiteNode* node);
  const char* (*profiling_string)(const struct TfLiteContext* context, const TfLiteNode* node);
  int32_t builtin_code;
  const char* custom_name;
  int version;
  void* registration_external; /* stays null, like the two below */
  void* async_kernel;
  uint64_t inplace_operator;
} TfLiteRegistration;

typedef struct TfLiteDelegateParams {
  struct TfLiteDelegate* delegate;
  TfLiteIntArray* nodes_to_replace;
  TfLiteIntArray* input_tensors;
  TfLiteIntArray* output_tensors;
} TfLiteDelegateParams;

typedef struct TfLiteContext {
  size_t tensors_size;
  TfLiteStatus (*GetExecutionPlan)(struct TfLiteContext* context, TfLiteIntArray** execution_plan);
  TfLiteTensor* tensors; /* moves when tensors are added: keep ids, not pointers */
  void* impl_;
  /* Takes ownership of new_size. */
  TfLiteStatus (*ResizeTensor)(struct TfLiteContext* context, TfLiteTensor* tensor, TfLiteIntArray* new_size);
  void (*ReportError)(struct TfLiteContext* context, const char* message, ...);
  TfLiteStatus (*AddTensors)(struct TfLiteContext* context, int tensors_to_add, int* first_new_tensor_index);
  TfLiteStatus (*GetNodeAndRegistration)(struct TfLiteContext* context, int node_index, TfLiteNode** node,
                                         TfLiteRegistration** registration);
  TfLiteStatus (*ReplaceNodeSubsetsWithDelegateKernels)(struct TfLiteContext* context,
                                                        TfLiteRegistration registration,
                                                        const TfLiteIntArray* nodes_to_replace,
                                                        struct TfLiteDelegate* delegate);
  int recommended_num_threads;
  void* (*GetExternalContext)(struct TfLiteContext* context, int type);
  void (*SetExternalContext)(struct TfLiteContext* context, int type, void* external_context);
  bool allow_fp32_relax_to_fp16;
  void* profiler;
  /* Null outside TFLite Micro, from here to ResizeTensorExplicit. */
  void* (*AllocatePersistentBuffer)(struct TfLiteContext* context, size_t bytes);
  TfLiteStatus (*AllocateBufferForEval)(struct TfLiteContext* context, size_t bytes, void** pointer);
  TfLiteStatus (*RequestScratchBufferInArena)(struct TfLiteContext* context, size_t bytes, int* index);
  void* (*GetScratchBuffer)(struct TfLiteContext* context, int index);
  TfLiteStatus (*ResizeTensorExplicit)(struct TfLiteContext* context, TfLiteTensor* tensor, int dims,
                                       const int* shape);
  TfLiteStatus (*PreviewDelegatePartitioning)(struct TfLiteContext* context,
                                              const TfLiteIntArray* nodes_to_replace,
                                              TfLiteDelegateParams** partition_params_array,
                                              int* num_partitions);
  TfLiteTensor* (*GetTensor)(const struct TfLiteContext* context, int tensor_index);     /* null, as above */
  TfLiteTensor* (*GetEvalTensor)(const struct TfLiteContext* context, int tensor_index); /* null too */
  TfLiteStatus (*GetModelMetadata)(const struct TfLiteContext* context, const char* name,
                                   const char** pointer, size_t* bytes);
  TfLiteStatus (*AcquireSubgraphContext)(struct TfLiteContext* context, int subgraph_index,
                                         struct TfLiteContext** acquired_context);
  TfLiteStatus (*ReleaseSubgraphContext)(struct TfLiteContext* context, int subgraph_index);
} TfLiteContext;

typedef struct TfLiteDelegate {
  void* data_;
  TfLiteStatus (*Prepare)(TfLiteContext* context, struct TfLiteDelegate* delegate);
  TfLiteStatus (*CopyFromBufferHandle)(TfLiteContext* context, struct TfLiteDelegate* delegate,
                                       TfLiteBufferHandle buffer_handle, TfLiteTensor* tensor);
  TfLiteStatus (*CopyToBufferHandle)(TfLiteContext* context, struct TfLiteDelegate* delegate,
                                     TfLiteBufferHandle buffer_handle, TfLiteTensor* tensor);
  void (*FreeBufferHandle)(TfLiteContext* context, struct TfLiteDelegate* delegate,
                           TfLiteBufferHandle* handle);
  int64_t flags;
  void* opaque_delegate_builder; /* stays null */
} TfLiteDelegate;

#ifdef __cplusplus
}
#endif

#endif /* TFLite's own common.h */

#endif /* LITEVK_TFLITE_C_ABI_H_ */
