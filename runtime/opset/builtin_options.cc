#include "runtime/opset/builtin_options.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "runtime/opset/builtin_options_fill.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Longer than any tail that a later version of a struct has.
constexpr size_t kSpareBytes = 64;

struct Row {
  int op_code;
  schema::BuiltinOptions options;
  size_t struct_bytes;
  void (*fill)(const void* options, void* params, OptionsReader& reader);
};

template <typename Options, typename Params>
constexpr Row MakeRow(int op_code) {
  return {op_code, schema::BuiltinOptionsTraits<Options>::enum_value, sizeof(Params),
          [](const void* options, void* params, OptionsReader& reader) {
            Fill(*static_cast<const Options*>(options), *static_cast<Params*>(params), reader);
          }};
}

// clang-format off
// By code. Operators that are not here have no parameters.
constexpr Row kRows[] = {
    MakeRow<schema::AddOptions, abi::TfLiteArithmeticParams>(abi::kTfLiteBuiltinAdd),
    MakeRow<schema::Pool2DOptions, abi::TfLitePoolParams>(abi::kTfLiteBuiltinAveragePool2d),
    MakeRow<schema::ConcatenationOptions, abi::TfLiteConcatenationParams>(abi::kTfLiteBuiltinConcatenation),
    MakeRow<schema::Conv2DOptions, abi::TfLiteConvParams>(abi::kTfLiteBuiltinConv2d),
    MakeRow<schema::DepthwiseConv2DOptions, abi::TfLiteDepthwiseConvParams>(abi::kTfLiteBuiltinDepthwiseConv2d),
    MakeRow<schema::DepthToSpaceOptions, abi::TfLiteBlockSizeParams>(abi::kTfLiteBuiltinDepthToSpace),
    MakeRow<schema::FullyConnectedOptions, abi::TfLiteFullyConnectedParams>(abi::kTfLiteBuiltinFullyConnected),
    MakeRow<schema::L2NormOptions, abi::TfLiteL2NormParams>(abi::kTfLiteBuiltinL2Normalization),
    MakeRow<schema::Pool2DOptions, abi::TfLitePoolParams>(abi::kTfLiteBuiltinL2Pool2d),
    MakeRow<schema::LocalResponseNormalizationOptions, abi::TfLiteLocalResponseNormParams>(
        abi::kTfLiteBuiltinLocalResponseNormalization),
    MakeRow<schema::LSHProjectionOptions, abi::TfLiteLSHProjectionParams>(abi::kTfLiteBuiltinLshProjection),
    MakeRow<schema::LSTMOptions, abi::TfLiteLSTMParams>(abi::kTfLiteBuiltinLstm),
    MakeRow<schema::Pool2DOptions, abi::TfLitePoolParams>(abi::kTfLiteBuiltinMaxPool2d),
    MakeRow<schema::MulOptions, abi::TfLiteArithmeticParams>(abi::kTfLiteBuiltinMul),
    MakeRow<schema::ReshapeOptions, abi::TfLiteReshapeParams>(abi::kTfLiteBuiltinReshape),
    MakeRow<schema::ResizeBilinearOptions, abi::TfLiteResizeBilinearParams>(abi::kTfLiteBuiltinResizeBilinear),
    MakeRow<schema::RNNOptions, abi::TfLiteRNNParams>(abi::kTfLiteBuiltinRnn),
    MakeRow<schema::SoftmaxOptions, abi::TfLiteSoftmaxParams>(abi::kTfLiteBuiltinSoftmax),
    MakeRow<schema::SpaceToDepthOptions, abi::TfLiteBlockSizeParams>(abi::kTfLiteBuiltinSpaceToDepth),
    MakeRow<schema::SVDFOptions, abi::TfLiteSVDFParams>(abi::kTfLiteBuiltinSvdf),
    MakeRow<schema::ConcatEmbeddingsOptions, abi::TfLiteConcatEmbeddingsParams>(
        abi::kTfLiteBuiltinConcatEmbeddings),
    MakeRow<schema::SkipGramOptions, abi::TfLiteSkipGramParams>(abi::kTfLiteBuiltinSkipGram),
    MakeRow<schema::CallOptions, abi::TfLiteCallParams>(abi::kTfLiteBuiltinCall),
    MakeRow<schema::EmbeddingLookupSparseOptions, abi::TfLiteEmbeddingLookupSparseParams>(
        abi::kTfLiteBuiltinEmbeddingLookupSparse),
    MakeRow<schema::GatherOptions, abi::TfLiteGatherParams>(abi::kTfLiteBuiltinGather),
    MakeRow<schema::ReducerOptions, abi::TfLiteReducerParams>(abi::kTfLiteBuiltinMean),
    MakeRow<schema::SubOptions, abi::TfLiteArithmeticParams>(abi::kTfLiteBuiltinSub),
    MakeRow<schema::DivOptions, abi::TfLiteArithmeticParams>(abi::kTfLiteBuiltinDiv),
    MakeRow<schema::SqueezeOptions, abi::TfLiteSqueezeParams>(abi::kTfLiteBuiltinSqueeze),
    MakeRow<schema::UnidirectionalSequenceLSTMOptions, abi::TfLiteUnidirectionalSequenceLSTMParams>(
        abi::kTfLiteBuiltinUnidirectionalSequenceLstm),
    MakeRow<schema::StridedSliceOptions, abi::TfLiteStridedSliceParams>(abi::kTfLiteBuiltinStridedSlice),
    MakeRow<schema::SplitOptions, abi::TfLiteSplitParams>(abi::kTfLiteBuiltinSplit),
    MakeRow<schema::CastOptions, abi::TfLiteCastParams>(abi::kTfLiteBuiltinCast),
    MakeRow<schema::ArgMaxOptions, abi::TfLiteArgMinMaxParams>(abi::kTfLiteBuiltinArgMax),
    MakeRow<schema::TransposeConvOptions, abi::TfLiteTransposeConvParams>(abi::kTfLiteBuiltinTransposeConv),
    MakeRow<schema::SparseToDenseOptions, abi::TfLiteSparseToDenseParams>(abi::kTfLiteBuiltinSparseToDense),
    MakeRow<schema::ReducerOptions, abi::TfLiteReducerParams>(abi::kTfLiteBuiltinSum),
    MakeRow<schema::ShapeOptions, abi::TfLiteShapeParams>(abi::kTfLiteBuiltinShape),
    MakeRow<schema::ArgMinOptions, abi::TfLiteArgMinMaxParams>(abi::kTfLiteBuiltinArgMin),
    MakeRow<schema::ReducerOptions, abi::TfLiteReducerParams>(abi::kTfLiteBuiltinReduceProd),
    MakeRow<schema::ReducerOptions, abi::TfLiteReducerParams>(abi::kTfLiteBuiltinReduceMax),
    MakeRow<schema::PackOptions, abi::TfLitePackParams>(abi::kTfLiteBuiltinPack),
    MakeRow<schema::OneHotOptions, abi::TfLiteOneHotParams>(abi::kTfLiteBuiltinOneHot),
    MakeRow<schema::UnpackOptions, abi::TfLiteUnpackParams>(abi::kTfLiteBuiltinUnpack),
    MakeRow<schema::ReducerOptions, abi::TfLiteReducerParams>(abi::kTfLiteBuiltinReduceMin),
    MakeRow<schema::ReducerOptions, abi::TfLiteReducerParams>(abi::kTfLiteBuiltinReduceAny),
    MakeRow<schema::ResizeNearestNeighborOptions, abi::TfLiteResizeNearestNeighborParams>(
        abi::kTfLiteBuiltinResizeNearestNeighbor),
    MakeRow<schema::LeakyReluOptions, abi::TfLiteLeakyReluParams>(abi::kTfLiteBuiltinLeakyRelu),
    MakeRow<schema::MirrorPadOptions, abi::TfLiteMirrorPaddingParams>(abi::kTfLiteBuiltinMirrorPad),
    MakeRow<schema::SplitVOptions, abi::TfLiteSplitParams>(abi::kTfLiteBuiltinSplitV),
    MakeRow<schema::ReverseSequenceOptions, abi::TfLiteReverseSequenceParams>(
        abi::kTfLiteBuiltinReverseSequence),
    MakeRow<schema::IfOptions, abi::TfLiteIfParams>(abi::kTfLiteBuiltinIf),
    MakeRow<schema::WhileOptions, abi::TfLiteWhileParams>(abi::kTfLiteBuiltinWhile),
    MakeRow<schema::BatchMatMulOptions, abi::TfLiteBatchMatMulParams>(abi::kTfLiteBuiltinBatchMatmul),
    MakeRow<schema::CumsumOptions, abi::TfLiteCumsumParams>(abi::kTfLiteBuiltinCumsum),
    MakeRow<schema::CallOnceOptions, abi::TfLiteCallOnceParams>(abi::kTfLiteBuiltinCallOnce),
    MakeRow<schema::ReducerOptions, abi::TfLiteReducerParams>(abi::kTfLiteBuiltinReduceAll),
    MakeRow<schema::VarHandleOptions, abi::TfLiteVarHandleParams>(abi::kTfLiteBuiltinVarHandle),
    MakeRow<schema::GeluOptions, abi::TfLiteGeluParams>(abi::kTfLiteBuiltinGelu),
};
// clang-format on
static_assert(std::ranges::is_sorted(kRows, {}, &Row::op_code));

// By schema::TensorType.
constexpr abi::TfLiteType kTypes[] = {
    abi::kTfLiteFloat32,   abi::kTfLiteFloat16,      abi::kTfLiteInt32,      abi::kTfLiteUInt8,
    abi::kTfLiteInt64,     abi::kTfLiteString,       abi::kTfLiteBool,       abi::kTfLiteInt16,
    abi::kTfLiteComplex64, abi::kTfLiteInt8,         abi::kTfLiteFloat64,    abi::kTfLiteComplex128,
    abi::kTfLiteUInt64,    abi::kTfLiteResource,     abi::kTfLiteVariant,    abi::kTfLiteUInt32,
    abi::kTfLiteUInt16,    abi::kTfLiteInt4,         abi::kTfLiteBFloat16,   abi::kTfLiteInt2,
    abi::kTfLiteUInt4,     abi::kTfLiteFloat8E4M3FN, abi::kTfLiteFloat8E5M2,
};
static_assert(std::size(kTypes) == static_cast<size_t>(schema::TensorType::MAX) + 1);

}  // namespace

BuiltinData::BuiltinData(size_t struct_bytes)
    : bytes_(std::make_unique<std::byte[]>(struct_bytes + kSpareBytes)) {}

Result<BuiltinData> ParseBuiltinOptions(const schema::Operator& op, int op_code) {
  const Row* row = std::ranges::lower_bound(kRows, op_code, {}, &Row::op_code);
  if (row == std::end(kRows) || row->op_code != op_code) return BuiltinData();
  BuiltinData data(row->struct_bytes);
  if (op.builtin_options() == nullptr) return data;
  if (op.builtin_options_type() != row->options) {
    return InvalidArgument(
        "has options of kind " + std::to_string(static_cast<int>(op.builtin_options_type())) + ", expected " +
        std::to_string(static_cast<int>(row->options)) + ", " + schema::EnumNameBuiltinOptions(row->options));
  }
  OptionsReader reader;
  row->fill(op.builtin_options(), data.get(), reader);
  LITEVK_RETURN_IF_ERROR(reader.status());
  return data;
}

abi::TfLiteType ToTfLiteType(schema::TensorType type) {
  if (type < schema::TensorType::MIN || type > schema::TensorType::MAX) return abi::kTfLiteNoType;
  return kTypes[static_cast<size_t>(type)];
}

}  // namespace litevk
