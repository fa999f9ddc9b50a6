// The version that a node needs, operator by operator: the lowest whose kernels take its types and
// options, as TFLite's GetBuiltinOperatorVersion computes it when a converter writes a model.
#pragma once

#include "runtime/opset/op_signature.h"

namespace litevk {

inline bool IsFloat8(schema::TensorType type) {
  return type == schema::TensorType::FLOAT8_E4M3FN || type == schema::TensorType::FLOAT8_E5M2;
}

// Operators that multiply by a filter or weights.
int VersionOfConv2d(const OpSignature& signature);
int VersionOfDepthwiseConv2d(const OpSignature& signature);
int VersionOfTransposeConv(const OpSignature& signature);
int VersionOfFullyConnected(const OpSignature& signature);
int VersionOfBatchMatmul(const OpSignature& signature);
int VersionOfEmbeddingLookup(const OpSignature& signature);

// Operators with a state.
int VersionOfLstm(const OpSignature& signature);
int VersionOfUnidirectionalSequenceLstm(const OpSignature& signature);
int VersionOfRnn(const OpSignature& signature);
int VersionOfSvdf(const OpSignature& signature);

// Arithmetic and conversions.
int VersionOfAbs(const OpSignature& signature);
int VersionOfAdd(const OpSignature& signature);
int VersionOfCast(const OpSignature& signature);
int VersionOfDequantize(const OpSignature& signature);
int VersionOfDiv(const OpSignature& signature);
int VersionOfMaximum(const OpSignature& signature);  // MINIMUM too
int VersionOfMul(const OpSignature& signature);
int VersionOfQuantize(const OpSignature& signature);
int VersionOfSub(const OpSignature& signature);
int VersionOfWhere(const OpSignature& signature);

// Operators that move values.
int VersionOfGather(const OpSignature& signature);
int VersionOfGatherNd(const OpSignature& signature);
int VersionOfPad(const OpSignature& signature);
int VersionOfResizeBilinear(const OpSignature& signature);
int VersionOfResizeNearestNeighbor(const OpSignature& signature);
int VersionOfSelect(const OpSignature& signature);
int VersionOfSlice(const OpSignature& signature);
int VersionOfSpaceToBatchNd(const OpSignature& signature);  // BATCH_TO_SPACE_ND too
int VersionOfStridedSlice(const OpSignature& signature);
int VersionOfTopkV2(const OpSignature& signature);
int VersionOfTranspose(const OpSignature& signature);

}  // namespace litevk
