// Compares the structs of litevk/tflite_c_abi.h and runtime/tflite/common.h: every size, offset and code.
#include <gtest/gtest.h>

#include <type_traits>

#include "litevk/litevk_runtime.h"
#include "litevk/tflite_c_abi.h"
#include "runtime/tflite/common.h"

namespace litevk::test {
namespace {

#define SAME_SIZE(type) static_assert(sizeof(::type) == sizeof(abi::type))
#define SAME_FIELD(type, field)                                          \
  static_assert(offsetof(::type, field) == offsetof(abi::type, field) && \
                sizeof(::type::field) == sizeof(abi::type::field))
#define SAME_CODE(code) static_assert(static_cast<int>(::code) == static_cast<int>(abi::code))

// NOLINTBEGIN(bugprone-sizeof-expression): of a pointer, its own size is what is compared.
SAME_SIZE(TfLiteIntArray);
SAME_FIELD(TfLiteIntArray, size);
SAME_FIELD(TfLiteIntArray, data);
SAME_SIZE(TfLiteFloatArray);
SAME_FIELD(TfLiteFloatArray, size);
SAME_FIELD(TfLiteFloatArray, data);
SAME_SIZE(TfLiteQuantizationParams);
SAME_FIELD(TfLiteQuantizationParams, scale);
SAME_FIELD(TfLiteQuantizationParams, zero_point);
SAME_SIZE(TfLiteAffineQuantization);
SAME_FIELD(TfLiteAffineQuantization, scale);
SAME_FIELD(TfLiteAffineQuantization, zero_point);
SAME_FIELD(TfLiteAffineQuantization, quantized_dimension);
SAME_SIZE(TfLiteBlockwiseQuantization);
SAME_FIELD(TfLiteBlockwiseQuantization, scale);
SAME_FIELD(TfLiteBlockwiseQuantization, zero_point);
SAME_FIELD(TfLiteBlockwiseQuantization, blocksize);
SAME_FIELD(TfLiteBlockwiseQuantization, quantized_dimension);
SAME_SIZE(TfLiteQuantization);
SAME_FIELD(TfLiteQuantization, type);
SAME_FIELD(TfLiteQuantization, params);
SAME_SIZE(TfLiteDimensionMetadata);
SAME_FIELD(TfLiteDimensionMetadata, format);
SAME_FIELD(TfLiteDimensionMetadata, dense_size);
SAME_FIELD(TfLiteDimensionMetadata, array_segments);
SAME_FIELD(TfLiteDimensionMetadata, array_indices);
SAME_SIZE(TfLiteSparsity);
SAME_FIELD(TfLiteSparsity, traversal_order);
SAME_FIELD(TfLiteSparsity, block_map);
SAME_FIELD(TfLiteSparsity, dim_metadata);
SAME_FIELD(TfLiteSparsity, dim_metadata_size);
SAME_SIZE(TfLiteTensor);
SAME_FIELD(TfLiteTensor, type);
SAME_FIELD(TfLiteTensor, data);
SAME_FIELD(TfLiteTensor, dims);
SAME_FIELD(TfLiteTensor, params);
SAME_FIELD(TfLiteTensor, allocation_type);
SAME_FIELD(TfLiteTensor, bytes);
SAME_FIELD(TfLiteTensor, allocation);
SAME_FIELD(TfLiteTensor, name);
SAME_FIELD(TfLiteTensor, delegate);
SAME_FIELD(TfLiteTensor, buffer_handle);
SAME_FIELD(TfLiteTensor, data_is_stale);
SAME_FIELD(TfLiteTensor, is_variable);
SAME_FIELD(TfLiteTensor, quantization);
SAME_FIELD(TfLiteTensor, sparsity);
SAME_FIELD(TfLiteTensor, dims_signature);
SAME_SIZE(TfLiteNode);
SAME_FIELD(TfLiteNode, inputs);
SAME_FIELD(TfLiteNode, outputs);
SAME_FIELD(TfLiteNode, intermediates);
SAME_FIELD(TfLiteNode, temporaries);
SAME_FIELD(TfLiteNode, user_data);
SAME_FIELD(TfLiteNode, builtin_data);
SAME_FIELD(TfLiteNode, custom_initial_data);
SAME_FIELD(TfLiteNode, custom_initial_data_size);
SAME_FIELD(TfLiteNode, delegate);
SAME_FIELD(TfLiteNode, might_have_side_effect);
SAME_SIZE(TfLiteRegistration);
SAME_FIELD(TfLiteRegistration, init);
SAME_FIELD(TfLiteRegistration, free);
SAME_FIELD(TfLiteRegistration, prepare);
SAME_FIELD(TfLiteRegistration, invoke);
SAME_FIELD(TfLiteRegistration, profiling_string);
SAME_FIELD(TfLiteRegistration, builtin_code);
SAME_FIELD(TfLiteRegistration, custom_name);
SAME_FIELD(TfLiteRegistration, version);
SAME_FIELD(TfLiteRegistration, registration_external);
SAME_FIELD(TfLiteRegistration, async_kernel);
SAME_FIELD(TfLiteRegistration, inplace_operator);
SAME_SIZE(TfLiteDelegateParams);
SAME_FIELD(TfLiteDelegateParams, delegate);
SAME_FIELD(TfLiteDelegateParams, nodes_to_replace);
SAME_FIELD(TfLiteDelegateParams, input_tensors);
SAME_FIELD(TfLiteDelegateParams, output_tensors);
SAME_SIZE(TfLiteContext);
SAME_FIELD(TfLiteContext, tensors_size);
SAME_FIELD(TfLiteContext, GetExecutionPlan);
SAME_FIELD(TfLiteContext, tensors);
SAME_FIELD(TfLiteContext, impl_);
SAME_FIELD(TfLiteContext, ResizeTensor);
SAME_FIELD(TfLiteContext, ReportError);
SAME_FIELD(TfLiteContext, AddTensors);
SAME_FIELD(TfLiteContext, GetNodeAndRegistration);
SAME_FIELD(TfLiteContext, ReplaceNodeSubsetsWithDelegateKernels);
SAME_FIELD(TfLiteContext, recommended_num_threads);
SAME_FIELD(TfLiteContext, GetExternalContext);
SAME_FIELD(TfLiteContext, SetExternalContext);
SAME_FIELD(TfLiteContext, allow_fp32_relax_to_fp16);
SAME_FIELD(TfLiteContext, profiler);
SAME_FIELD(TfLiteContext, AllocatePersistentBuffer);
SAME_FIELD(TfLiteContext, AllocateBufferForEval);
SAME_FIELD(TfLiteContext, RequestScratchBufferInArena);
SAME_FIELD(TfLiteContext, GetScratchBuffer);
SAME_FIELD(TfLiteContext, ResizeTensorExplicit);
SAME_FIELD(TfLiteContext, PreviewDelegatePartitioning);
SAME_FIELD(TfLiteContext, GetTensor);
SAME_FIELD(TfLiteContext, GetEvalTensor);
SAME_FIELD(TfLiteContext, GetModelMetadata);
SAME_FIELD(TfLiteContext, AcquireSubgraphContext);
SAME_FIELD(TfLiteContext, ReleaseSubgraphContext);
SAME_SIZE(TfLiteDelegate);
SAME_FIELD(TfLiteDelegate, data_);
SAME_FIELD(TfLiteDelegate, Prepare);
SAME_FIELD(TfLiteDelegate, CopyFromBufferHandle);
SAME_FIELD(TfLiteDelegate, CopyToBufferHandle);
SAME_FIELD(TfLiteDelegate, FreeBufferHandle);
SAME_FIELD(TfLiteDelegate, flags);
SAME_FIELD(TfLiteDelegate, opaque_delegate_builder);
SAME_CODE(kTfLiteOk);
SAME_CODE(kTfLiteError);
SAME_CODE(kTfLiteDelegateError);
SAME_CODE(kTfLiteApplicationError);
SAME_CODE(kTfLiteUnresolvedOps);
SAME_CODE(kTfLiteCancelled);
SAME_CODE(kTfLiteOutputShapeNotKnown);
SAME_CODE(kTfLiteNoType);
SAME_CODE(kTfLiteFloat32);
SAME_CODE(kTfLiteInt32);
SAME_CODE(kTfLiteUInt8);
SAME_CODE(kTfLiteInt64);
SAME_CODE(kTfLiteString);
SAME_CODE(kTfLiteBool);
SAME_CODE(kTfLiteInt16);
SAME_CODE(kTfLiteComplex64);
SAME_CODE(kTfLiteInt8);
SAME_CODE(kTfLiteFloat16);
SAME_CODE(kTfLiteFloat64);
SAME_CODE(kTfLiteComplex128);
SAME_CODE(kTfLiteUInt64);
SAME_CODE(kTfLiteResource);
SAME_CODE(kTfLiteVariant);
SAME_CODE(kTfLiteUInt32);
SAME_CODE(kTfLiteUInt16);
SAME_CODE(kTfLiteInt4);
SAME_CODE(kTfLiteBFloat16);
SAME_CODE(kTfLiteInt2);
SAME_CODE(kTfLiteUInt4);
SAME_CODE(kTfLiteFloat8E4M3FN);
SAME_CODE(kTfLiteFloat8E5M2);
SAME_CODE(kTfLiteMemNone);
SAME_CODE(kTfLiteMmapRo);
SAME_CODE(kTfLiteArenaRw);
SAME_CODE(kTfLiteArenaRwPersistent);
SAME_CODE(kTfLiteDynamic);
SAME_CODE(kTfLitePersistentRo);
SAME_CODE(kTfLiteCustom);
SAME_CODE(kTfLiteVariantObject);
SAME_CODE(kTfLiteNonCpu);
SAME_CODE(kTfLiteNoQuantization);
SAME_CODE(kTfLiteAffineQuantization);
SAME_CODE(kTfLiteBlockwiseQuantization);
SAME_CODE(kTfLiteDelegateFlagsNone);
SAME_CODE(kTfLiteDelegateFlagsAllowDynamicTensors);
SAME_CODE(kTfLiteDelegateFlagsRequirePropagatedShapes);
SAME_CODE(kTfLiteDelegateFlagsPerOperatorProfiling);
SAME_CODE(kTfLiteDimDense);
SAME_CODE(kTfLiteDimSparseCSR);
SAME_CODE(kTfLiteNullBufferHandle);
// NOLINTEND(bugprone-sizeof-expression)

static_assert(kLitevkOk == static_cast<int>(::kTfLiteOk));
static_assert(kLitevkError == static_cast<int>(::kTfLiteError));
static_assert(kLitevkDelegateError == static_cast<int>(::kTfLiteDelegateError));
static_assert(kLitevkApplicationError == static_cast<int>(::kTfLiteApplicationError));
static_assert(kLitevkCancelled == static_cast<int>(::kTfLiteCancelled));

// The structs above are plain data in C++ too.
TEST(PublicAbi, StructsAreStandardLayout) {
  EXPECT_TRUE(std::is_standard_layout_v<::TfLiteTensor>);
  EXPECT_TRUE(std::is_standard_layout_v<::TfLiteContext>);
  EXPECT_TRUE(std::is_trivially_copyable_v<::TfLiteRegistration>);
}

}  // namespace
}  // namespace litevk::test
