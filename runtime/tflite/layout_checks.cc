// Every size and offset of the restated ABI as a literal. An error then fails to compile, rather than crash
// an interpreter. Values were measured with the real headers.
#include <cstddef>

#include "runtime/tflite/builtin_params.h"
#include "runtime/tflite/common.h"

namespace litevk::abi {
namespace {

#if defined(__i386__)
#define LITEVK_PICK(lp64, i386, arm32) (i386)
#elif UINTPTR_MAX == 0xffffffffU
#define LITEVK_PICK(lp64, i386, arm32) (arm32)
#else
#define LITEVK_PICK(lp64, i386, arm32) (lp64)
#endif
#define LITEVK_OFFSET(type, field, lp64, i386, arm32) \
  static_assert(offsetof(type, field) == LITEVK_PICK(lp64, i386, arm32))
#define LITEVK_SIZE(type, lp64, i386, arm32) static_assert(sizeof(type) == LITEVK_PICK(lp64, i386, arm32))

LITEVK_OFFSET(TfLiteContext, tensors_size, 0, 0, 0);
LITEVK_OFFSET(TfLiteContext, GetExecutionPlan, 8, 4, 4);
LITEVK_OFFSET(TfLiteContext, tensors, 16, 8, 8);
LITEVK_OFFSET(TfLiteContext, impl_, 24, 12, 12);
LITEVK_OFFSET(TfLiteContext, ResizeTensor, 32, 16, 16);
LITEVK_OFFSET(TfLiteContext, ReportError, 40, 20, 20);
LITEVK_OFFSET(TfLiteContext, AddTensors, 48, 24, 24);
LITEVK_OFFSET(TfLiteContext, GetNodeAndRegistration, 56, 28, 28);
LITEVK_OFFSET(TfLiteContext, ReplaceNodeSubsetsWithDelegateKernels, 64, 32, 32);
LITEVK_OFFSET(TfLiteContext, recommended_num_threads, 72, 36, 36);
LITEVK_OFFSET(TfLiteContext, GetExternalContext, 80, 40, 40);
LITEVK_OFFSET(TfLiteContext, SetExternalContext, 88, 44, 44);
LITEVK_OFFSET(TfLiteContext, allow_fp32_relax_to_fp16, 96, 48, 48);
LITEVK_OFFSET(TfLiteContext, profiler, 104, 52, 52);
LITEVK_OFFSET(TfLiteContext, AllocatePersistentBuffer, 112, 56, 56);
LITEVK_OFFSET(TfLiteContext, AllocateBufferForEval, 120, 60, 60);
LITEVK_OFFSET(TfLiteContext, RequestScratchBufferInArena, 128, 64, 64);
LITEVK_OFFSET(TfLiteContext, GetScratchBuffer, 136, 68, 68);
LITEVK_OFFSET(TfLiteContext, ResizeTensorExplicit, 144, 72, 72);
LITEVK_OFFSET(TfLiteContext, PreviewDelegatePartitioning, 152, 76, 76);
LITEVK_OFFSET(TfLiteContext, GetTensor, 160, 80, 80);
LITEVK_OFFSET(TfLiteContext, GetEvalTensor, 168, 84, 84);
LITEVK_OFFSET(TfLiteContext, GetModelMetadata, 176, 88, 88);
LITEVK_OFFSET(TfLiteContext, AcquireSubgraphContext, 184, 92, 92);
LITEVK_OFFSET(TfLiteContext, ReleaseSubgraphContext, 192, 96, 96);
LITEVK_SIZE(TfLiteContext, 200, 100, 100);
LITEVK_OFFSET(TfLiteTensor, type, 0, 0, 0);
LITEVK_OFFSET(TfLiteTensor, data, 8, 4, 4);
LITEVK_OFFSET(TfLiteTensor, dims, 16, 8, 8);
LITEVK_OFFSET(TfLiteTensor, params, 24, 12, 12);
LITEVK_OFFSET(TfLiteTensor, allocation_type, 32, 20, 20);
LITEVK_OFFSET(TfLiteTensor, bytes, 40, 24, 24);
LITEVK_OFFSET(TfLiteTensor, allocation, 48, 28, 28);
LITEVK_OFFSET(TfLiteTensor, name, 56, 32, 32);
LITEVK_OFFSET(TfLiteTensor, delegate, 64, 36, 36);
LITEVK_OFFSET(TfLiteTensor, buffer_handle, 72, 40, 40);
LITEVK_OFFSET(TfLiteTensor, data_is_stale, 76, 44, 44);
LITEVK_OFFSET(TfLiteTensor, is_variable, 77, 45, 45);
LITEVK_OFFSET(TfLiteTensor, quantization, 80, 48, 48);
LITEVK_OFFSET(TfLiteTensor, sparsity, 96, 56, 56);
LITEVK_OFFSET(TfLiteTensor, dims_signature, 104, 60, 60);
LITEVK_SIZE(TfLiteTensor, 112, 64, 64);
LITEVK_OFFSET(TfLiteNode, inputs, 0, 0, 0);
LITEVK_OFFSET(TfLiteNode, outputs, 8, 4, 4);
LITEVK_OFFSET(TfLiteNode, intermediates, 16, 8, 8);
LITEVK_OFFSET(TfLiteNode, temporaries, 24, 12, 12);
LITEVK_OFFSET(TfLiteNode, user_data, 32, 16, 16);
LITEVK_OFFSET(TfLiteNode, builtin_data, 40, 20, 20);
LITEVK_OFFSET(TfLiteNode, custom_initial_data, 48, 24, 24);
LITEVK_OFFSET(TfLiteNode, custom_initial_data_size, 56, 28, 28);
LITEVK_OFFSET(TfLiteNode, delegate, 64, 32, 32);
LITEVK_OFFSET(TfLiteNode, might_have_side_effect, 72, 36, 36);
LITEVK_SIZE(TfLiteNode, 80, 40, 40);
LITEVK_OFFSET(TfLiteRegistration, init, 0, 0, 0);
LITEVK_OFFSET(TfLiteRegistration, free, 8, 4, 4);
LITEVK_OFFSET(TfLiteRegistration, prepare, 16, 8, 8);
LITEVK_OFFSET(TfLiteRegistration, invoke, 24, 12, 12);
LITEVK_OFFSET(TfLiteRegistration, profiling_string, 32, 16, 16);
LITEVK_OFFSET(TfLiteRegistration, builtin_code, 40, 20, 20);
LITEVK_OFFSET(TfLiteRegistration, custom_name, 48, 24, 24);
LITEVK_OFFSET(TfLiteRegistration, version, 56, 28, 28);
LITEVK_OFFSET(TfLiteRegistration, registration_external, 64, 32, 32);
LITEVK_OFFSET(TfLiteRegistration, async_kernel, 72, 36, 36);
LITEVK_OFFSET(TfLiteRegistration, inplace_operator, 80, 40, 40);
LITEVK_SIZE(TfLiteRegistration, 88, 48, 48);
LITEVK_OFFSET(TfLiteDelegate, data_, 0, 0, 0);
LITEVK_OFFSET(TfLiteDelegate, Prepare, 8, 4, 4);
LITEVK_OFFSET(TfLiteDelegate, CopyFromBufferHandle, 16, 8, 8);
LITEVK_OFFSET(TfLiteDelegate, CopyToBufferHandle, 24, 12, 12);
LITEVK_OFFSET(TfLiteDelegate, FreeBufferHandle, 32, 16, 16);
LITEVK_OFFSET(TfLiteDelegate, flags, 40, 20, 24);
LITEVK_OFFSET(TfLiteDelegate, opaque_delegate_builder, 48, 28, 32);
LITEVK_SIZE(TfLiteDelegate, 56, 32, 40);
LITEVK_OFFSET(TfLiteDelegateParams, delegate, 0, 0, 0);
LITEVK_OFFSET(TfLiteDelegateParams, nodes_to_replace, 8, 4, 4);
LITEVK_OFFSET(TfLiteDelegateParams, input_tensors, 16, 8, 8);
LITEVK_OFFSET(TfLiteDelegateParams, output_tensors, 24, 12, 12);
LITEVK_SIZE(TfLiteDelegateParams, 32, 16, 16);
LITEVK_OFFSET(TfLiteAffineQuantization, scale, 0, 0, 0);
LITEVK_OFFSET(TfLiteAffineQuantization, zero_point, 8, 4, 4);
LITEVK_OFFSET(TfLiteAffineQuantization, quantized_dimension, 16, 8, 8);
LITEVK_SIZE(TfLiteAffineQuantization, 24, 12, 12);
LITEVK_OFFSET(TfLiteBlockwiseQuantization, scale, 0, 0, 0);
LITEVK_OFFSET(TfLiteBlockwiseQuantization, zero_point, 4, 4, 4);
LITEVK_OFFSET(TfLiteBlockwiseQuantization, blocksize, 8, 8, 8);
LITEVK_OFFSET(TfLiteBlockwiseQuantization, quantized_dimension, 12, 12, 12);
LITEVK_SIZE(TfLiteBlockwiseQuantization, 16, 16, 16);
LITEVK_OFFSET(TfLiteQuantization, type, 0, 0, 0);
LITEVK_OFFSET(TfLiteQuantization, params, 8, 4, 4);
LITEVK_SIZE(TfLiteQuantization, 16, 8, 8);
LITEVK_OFFSET(TfLiteSparsity, traversal_order, 0, 0, 0);
LITEVK_OFFSET(TfLiteSparsity, block_map, 8, 4, 4);
LITEVK_OFFSET(TfLiteSparsity, dim_metadata, 16, 8, 8);
LITEVK_OFFSET(TfLiteSparsity, dim_metadata_size, 24, 12, 12);
LITEVK_SIZE(TfLiteSparsity, 32, 16, 16);
LITEVK_OFFSET(TfLiteDimensionMetadata, format, 0, 0, 0);
LITEVK_OFFSET(TfLiteDimensionMetadata, dense_size, 4, 4, 4);
LITEVK_OFFSET(TfLiteDimensionMetadata, array_segments, 8, 8, 8);
LITEVK_OFFSET(TfLiteDimensionMetadata, array_indices, 16, 12, 12);
LITEVK_SIZE(TfLiteDimensionMetadata, 24, 16, 16);

// The parameter structs and their codes, as in TFLite's own header.
#if UINTPTR_MAX > 0xffffffffU
#define LITEVK_FIELD(type, field, offset, bytes) \
  static_assert(offsetof(type, field) == (offset) && sizeof(type::field) == (bytes))
#else
#define LITEVK_FIELD(type, field, offset, bytes)  // offsets are only known for 64-bit pointers
#endif
#define LITEVK_CODE(name, value) static_assert((name) == (value))
#include "runtime/tflite/builtin_params_layout.inc"
#undef LITEVK_CODE
#undef LITEVK_FIELD

static_assert(sizeof(PaddedRegistration) == LITEVK_PICK(88 + 48, 48, 48));
static_assert(sizeof(TfLiteStatus) == 4 && sizeof(bool) == 1);

}  // namespace
}  // namespace litevk::abi
