#include "runtime/opset/needed_version.h"

#include <algorithm>
#include <iterator>

#include "runtime/opset/op_versions.h"
#include "runtime/opset/version_rules.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using enum schema::TensorType;

struct When {
  schema::TensorType type;
  int version;
};

template <When... kRows>
int VersionFor(schema::TensorType type) {
  int version = 1;
  ((type == kRows.type ? void(version = kRows.version) : void()), ...);
  return version;
}

// The rules of operators whose version follows from the type of one operand.
template <size_t kInput, When... kRows>
int ByInput(const OpSignature& signature) {
  return VersionFor<kRows...>(signature.input_type(kInput));
}

template <When... kRows>
int ByOutput(const OpSignature& signature) {
  return VersionFor<kRows...>(signature.output_type(0));
}

constexpr auto kInt8Is2 = ByInput<0, When{INT8, 2}>;
constexpr auto kInt8Is2Int16Is3 = ByInput<0, When{INT8, 2}, When{INT16, 3}>;
constexpr auto kInt8AndInt16Are2 = ByInput<0, When{INT8, 2}, When{INT16, 2}>;
constexpr auto kFloat16Is2 = ByInput<0, When{FLOAT16, 2}>;

struct Rule {
  int op_code;
  int (*version)(const OpSignature& signature);
};

// Operators that are not here have one version. By name.
constexpr Rule kRules[] = {
    {abi::kTfLiteBuiltinAbs, VersionOfAbs},
    {abi::kTfLiteBuiltinAdd, VersionOfAdd},
    {abi::kTfLiteBuiltinArgMax, ByInput<0, When{INT8, 2}, When{BOOL, 3}>},
    {abi::kTfLiteBuiltinArgMin, ByInput<0, When{INT8, 2}, When{BOOL, 3}>},
    {abi::kTfLiteBuiltinAveragePool2d, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinBatchMatmul, VersionOfBatchMatmul},
    {abi::kTfLiteBuiltinBatchToSpaceNd, VersionOfSpaceToBatchNd},
    {abi::kTfLiteBuiltinCast, VersionOfCast},
    {abi::kTfLiteBuiltinConcatenation,
     ByInput<0, When{INT8, 2}, When{INT16, 3}, When{UINT32, 4}, When{INT4, 5}, When{FLOAT16, 6},
             When{FLOAT8_E4M3FN, 7}, When{FLOAT8_E5M2, 7}>},
    {abi::kTfLiteBuiltinConv2d, VersionOfConv2d},
    {abi::kTfLiteBuiltinCos, kFloat16Is2},
    {abi::kTfLiteBuiltinDepthToSpace, kInt8Is2},
    {abi::kTfLiteBuiltinDepthwiseConv2d, VersionOfDepthwiseConv2d},
    {abi::kTfLiteBuiltinDequantize, VersionOfDequantize},
    {abi::kTfLiteBuiltinDiv, VersionOfDiv},
    {abi::kTfLiteBuiltinEmbeddingLookup, VersionOfEmbeddingLookup},
    {abi::kTfLiteBuiltinEqual, ByInput<0, When{INT8, 2}, When{STRING, 3}, When{INT16, 5}>},
    {abi::kTfLiteBuiltinExp, kInt8AndInt16Are2},
    {abi::kTfLiteBuiltinFill, ByInput<1, When{BOOL, 2}, When{STRING, 2}, When{INT8, 3}, When{INT16, 3},
                                      When{FLOAT16, 4}, When{FLOAT8_E4M3FN, 5}, When{FLOAT8_E5M2, 5}>},
    {abi::kTfLiteBuiltinFloorDiv, ByInput<0, When{FLOAT32, 2}, When{INT8, 3}, When{INT16, 3}>},
    {abi::kTfLiteBuiltinFloorMod, kInt8AndInt16Are2},
    {abi::kTfLiteBuiltinFullyConnected, VersionOfFullyConnected},
    {abi::kTfLiteBuiltinGather, VersionOfGather},
    {abi::kTfLiteBuiltinGatherNd, VersionOfGatherNd},
    {abi::kTfLiteBuiltinGelu, ByInput<0, When{INT8, 2}, When{UINT8, 2}, When{FLOAT16, 3}>},
    {abi::kTfLiteBuiltinGreater, kInt8Is2},
    {abi::kTfLiteBuiltinGreaterEqual, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinL2Normalization, ByOutput<When{INT8, 2}>},
    {abi::kTfLiteBuiltinLeakyRelu, ByInput<0, When{INT16, 2}>},
    {abi::kTfLiteBuiltinLess, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinLessEqual, kInt8Is2},
    {abi::kTfLiteBuiltinLog, kInt8AndInt16Are2},
    {abi::kTfLiteBuiltinLogSoftmax, kInt8Is2},
    {abi::kTfLiteBuiltinLogistic, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinLstm, VersionOfLstm},
    {abi::kTfLiteBuiltinMaxPool2d, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinMaximum, VersionOfMaximum},
    {abi::kTfLiteBuiltinMean, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinMinimum, VersionOfMaximum},
    {abi::kTfLiteBuiltinMirrorPad, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinMul, VersionOfMul},
    {abi::kTfLiteBuiltinNotEqual, ByInput<0, When{INT8, 2}, When{STRING, 3}, When{INT16, 4}>},
    {abi::kTfLiteBuiltinPack, ByInput<0, When{INT8, 2}, When{INT16, 3}, When{UINT32, 4},
                                      When{FLOAT8_E4M3FN, 5}, When{FLOAT8_E5M2, 5}>},
    {abi::kTfLiteBuiltinPad, VersionOfPad},
    {abi::kTfLiteBuiltinPadv2, VersionOfPad},
    {abi::kTfLiteBuiltinQuantize, VersionOfQuantize},
    {abi::kTfLiteBuiltinRange, ByInput<0, When{INT64, 2}>},
    {abi::kTfLiteBuiltinReduceMax, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinReduceMin, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinReduceProd, kInt8AndInt16Are2},
    {abi::kTfLiteBuiltinRelu, ByInput<0, When{INT8, 2}, When{UINT8, 2}, When{INT16, 3}>},
    {abi::kTfLiteBuiltinRelu6, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinResizeBilinear, VersionOfResizeBilinear},
    {abi::kTfLiteBuiltinResizeNearestNeighbor, VersionOfResizeNearestNeighbor},
    {abi::kTfLiteBuiltinReverseV2,
     ByInput<0, When{BOOL, 2}, When{INT8, 3}, When{FLOAT8_E4M3FN, 4}, When{FLOAT8_E5M2, 4}>},
    {abi::kTfLiteBuiltinRnn, VersionOfRnn},
    {abi::kTfLiteBuiltinRsqrt, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinSelect, VersionOfSelect},
    {abi::kTfLiteBuiltinSelectV2, ByInput<0, When{UINT32, 2}>},
    {abi::kTfLiteBuiltinSign, ByInput<0, When{INT32, 2}>},
    {abi::kTfLiteBuiltinSin, kFloat16Is2},
    {abi::kTfLiteBuiltinSlice, VersionOfSlice},
    {abi::kTfLiteBuiltinSoftmax, ByInput<0, When{INT8, 2}, When{INT16, 3}, When{FLOAT16, 4}>},
    {abi::kTfLiteBuiltinSpaceToBatchNd, VersionOfSpaceToBatchNd},
    {abi::kTfLiteBuiltinSpaceToDepth, kInt8Is2},
    {abi::kTfLiteBuiltinSparseToDense, ByInput<2, When{INT64, 2}, When{INT8, 3}, When{UINT8, 3}>},
    {abi::kTfLiteBuiltinSplit,
     ByInput<1, When{INT8, 2}, When{INT32, 3}, When{INT16, 4}, When{FLOAT8_E4M3FN, 5}, When{FLOAT8_E5M2, 5}>},
    {abi::kTfLiteBuiltinSplitV, ByInput<0, When{INT8, 2}, When{FLOAT8_E4M3FN, 3}, When{FLOAT8_E5M2, 3}>},
    {abi::kTfLiteBuiltinSqrt, kInt8AndInt16Are2},
    {abi::kTfLiteBuiltinSquaredDifference, kInt8Is2},
    {abi::kTfLiteBuiltinSqueeze, ByInput<0, When{STRING, 2}>},
    {abi::kTfLiteBuiltinStridedSlice, VersionOfStridedSlice},
    {abi::kTfLiteBuiltinSub, VersionOfSub},
    {abi::kTfLiteBuiltinSum, kInt8Is2},
    {abi::kTfLiteBuiltinSvdf, VersionOfSvdf},
    {abi::kTfLiteBuiltinTanh, kInt8Is2Int16Is3},
    {abi::kTfLiteBuiltinTile, ByInput<0, When{STRING, 2}, When{INT8, 3}>},
    {abi::kTfLiteBuiltinTopkV2, VersionOfTopkV2},
    {abi::kTfLiteBuiltinTranspose, VersionOfTranspose},
    {abi::kTfLiteBuiltinTransposeConv, VersionOfTransposeConv},
    {abi::kTfLiteBuiltinUnidirectionalSequenceLstm, VersionOfUnidirectionalSequenceLstm},
    {abi::kTfLiteBuiltinUnpack,
     ByInput<0, When{INT8, 2}, When{UINT8, 2}, When{BOOL, 3}, When{INT16, 4}, When{FLOAT16, 5},
             When{BFLOAT16, 5}, When{FLOAT8_E4M3FN, 6}, When{FLOAT8_E5M2, 6}>},
    {abi::kTfLiteBuiltinWhere, VersionOfWhere},
};

}  // namespace

std::optional<int> NeededVersion(const OpSignature& signature) {
  if (VersionsOf(signature.op_code()).empty()) return std::nullopt;
  const Rule* rule = std::ranges::find(kRules, signature.op_code(), &Rule::op_code);
  return rule == std::end(kRules) ? 1 : rule->version(signature);
}

}  // namespace litevk
