// Versions of the operators that move values.
#include "runtime/opset/version_rules.h"

namespace litevk {

using Type = schema::TensorType;

int VersionOfGather(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  const auto* options = signature.options<schema::GatherOptions>();
  if (IsFloat8(type)) return 8;
  if (type == Type::INT4) return 7;
  if (signature.input_type(1) == Type::INT16) return 6;
  if (options != nullptr && options->batch_dims() != 0) return 5;
  if (type == Type::INT16) return 4;
  if (type == Type::BOOL) return 3;
  return type == Type::INT8 ? 2 : 1;
}

int VersionOfGatherNd(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  if (IsFloat8(type)) return 6;
  if (type == Type::BOOL) return 5;
  if (signature.input_type(1) == Type::INT16) return 4;
  if (type == Type::INT16) return 3;
  return type == Type::STRING ? 2 : 1;
}

int VersionOfPad(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  if (IsFloat8(type)) return 6;
  if (type == Type::BOOL) return 5;
  if (signature.input_rank(0) > 4) return 4;
  if (type == Type::INT16) return 3;
  return type == Type::INT8 ? 2 : 1;
}

int VersionOfResizeBilinear(const OpSignature& signature) {
  const auto* options = signature.options<schema::ResizeBilinearOptions>();
  if (signature.input_type(0) == Type::INT16) return 4;
  if (options != nullptr && options->half_pixel_centers()) return 3;
  return signature.input_type(0) == Type::INT8 ? 2 : 1;
}

int VersionOfResizeNearestNeighbor(const OpSignature& signature) {
  const auto* options = signature.options<schema::ResizeNearestNeighborOptions>();
  if (signature.input_type(0) == Type::INT16) return 4;
  if (options != nullptr && (options->half_pixel_centers() || options->align_corners())) return 3;
  return signature.input_type(0) == Type::INT8 ? 2 : 1;
}

int VersionOfSelect(const OpSignature& signature) {
  if (signature.input_type(0) == Type::UINT32) return 4;
  for (size_t i = 0; i < 3; ++i) {
    if (signature.input_rank(i) == 5) return 3;
  }
  return signature.input_type(0) == Type::INT8 ? 2 : 1;
}

int VersionOfSlice(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  if (type == Type::FLOAT16) return 8;
  if (type == Type::INT4) return 7;
  if (type == Type::UINT32) return 6;
  if (signature.input_rank(0) > 4) return 5;
  if (type == Type::INT16) return 4;
  if (type == Type::STRING) return 3;
  return type == Type::INT8 ? 2 : 1;
}

int VersionOfSpaceToBatchNd(const OpSignature& signature) {
  if (signature.input_type(0) == Type::INT16) return 4;
  if (signature.input_rank(0) != 4) return 3;
  return signature.input_type(0) == Type::INT8 ? 2 : 1;
}

int VersionOfStridedSlice(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  const auto* options = signature.options<schema::StridedSliceOptions>();
  if (options != nullptr && options->offset()) return 8;
  if (type == Type::UINT32) return 7;
  if (options != nullptr && (options->ellipsis_mask() != 0 || options->new_axis_mask() != 0)) return 6;
  if (type == Type::STRING) return 5;
  if (signature.input_rank(0) > 4) return 4;
  if (type == Type::BOOL) return 3;
  return type == Type::INT8 ? 2 : 1;
}

int VersionOfTopkV2(const OpSignature& signature) {
  const bool has_int16 = signature.input_type(0) == Type::INT16 || signature.input_type(1) == Type::INT16 ||
                         signature.output_type(1) == Type::INT16;
  if (has_int16) return 3;
  return signature.input_type(0) == Type::INT8 ? 2 : 1;
}

int VersionOfTranspose(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  const size_t rank = signature.input_rank(0);
  if (type == Type::FLOAT16) return 9;
  if (rank > 6 || type == Type::BFLOAT16) return 8;
  if (type == Type::INT4) return 7;
  if (rank > 5) return 6;
  if (type == Type::INT16) return 5;
  if (rank > 4) return 4;
  if (type == Type::BOOL) return 3;
  return type == Type::INT8 ? 2 : 1;
}

}  // namespace litevk
