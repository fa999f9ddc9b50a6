// Helpers of the records of StableHLO's operators: types, shapes of elementwise operators, and lists of dims.
// The lists tell GATHER and SCATTER which dims hold index vectors and windows
// (https://github.com/openxla/stablehlo/blob/main/docs/spec.md).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/opset/options_reader.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/opset/type_set.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Types that TFLite takes in StableHLO's arithmetic.
inline constexpr TypeSet kStablehloNumbers = {
    ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kFloat64, ir::DataType::kInt8,
    ir::DataType::kInt16,   ir::DataType::kInt32,   ir::DataType::kInt64,   ir::DataType::kUInt8,
    ir::DataType::kUInt16,  ir::DataType::kUInt32,  ir::DataType::kUInt64};

using DimList = std::span<const int64_t>;

inline DimList ListOf(const int64_t (&dims)[abi::kTfLiteMostStablehloDims], int count) {
  return DimList(dims).first(static_cast<size_t>(count));
}

// Advances `position` to the next element in row-major order, from the last element to the first.
void NextPosition(const ir::Shape& dims, std::vector<int64_t>& position);

// Reads a list of dims into an array of the ABI. Returns the number of dims.
int ReadDims(OptionsReader& reader, const flatbuffers::Vector<int64_t>* values,
             int64_t (&out)[abi::kTfLiteMostStablehloDims], const char* what);

// Infers the result of two operands of the same dims, which the result has too.
Status InferSameDims(const ir::ShapeQuery& query);

// Ok if the dims are distinct dims of a tensor of `rank`, and ascend if `ascending`.
Status CheckDimList(DimList dims, int rank, bool ascending, std::string_view name);

bool HasDim(DimList dims, int64_t dim);

// Returns the dims below `count` that are not in the list.
std::vector<int> OtherDims(DimList dims, int count);

// Index vectors that lie along one dim of a tensor. If that dim is `rank`, each index is a vector of its own.
// The other dims are batch dims.
class IndexVectors {
 public:
  // `along` is in [0, rank].
  IndexVectors(const ir::Shape& dims, int64_t along);

  int64_t length() const { return length_; }
  const std::vector<int64_t>& batch_dims() const { return batch_dims_; }
  // Offset of one component of a batch's index vector.
  int64_t Offset(DimList batch, int64_t component) const;

 private:
  int64_t length_ = 1;
  int64_t stride_ = 0;  // elements from component to component
  std::vector<int64_t> batch_dims_;
  std::vector<int64_t> batch_strides_;
};

// Ok if the index tensor has the dim `along`, and its vectors have an index for each dim of `mapped`. Those
// must be distinct dims of the operand.
Status CheckIndexVectors(const ir::Shape& indices, int64_t along, DimList mapped, int operand_rank);

}  // namespace litevk
