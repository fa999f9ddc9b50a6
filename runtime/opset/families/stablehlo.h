// What the records of StableHLO's operators share: types, shapes of elementwise operators, and the lists of
// dims by which GATHER and SCATTER tell where index vectors and windows lie
// (https://github.com/openxla/stablehlo/blob/main/docs/spec.md).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/opset/options_reader.h"
#include "runtime/opset/shape_inference.h"
#include "runtime/opset/type_set.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// The types of its arithmetic in TFLite.
inline constexpr TypeSet kStablehloNumbers = {
    ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kFloat64, ir::DataType::kInt8,
    ir::DataType::kInt16,   ir::DataType::kInt32,   ir::DataType::kInt64,   ir::DataType::kUInt8,
    ir::DataType::kUInt16,  ir::DataType::kUInt32,  ir::DataType::kUInt64};

using DimList = std::span<const int64_t>;

inline DimList ListOf(const int64_t (&dims)[abi::kTfLiteMostStablehloDims], int count) {
  return DimList(dims).first(static_cast<size_t>(count));
}

// The next element's place in row-major order; the first one's after the last.
void NextPlace(const ir::Shape& dims, std::vector<int64_t>& place);

// Reads a list of dims into an array of the ABI; returns how many there are.
int ReadDims(OptionsReader& reader, const flatbuffers::Vector<int64_t>* values,
             int64_t (&out)[abi::kTfLiteMostStablehloDims], const char* what);

// Two operands of the same dims, and a result of these.
Status InferSameDims(const ir::ShapeQuery& query);

// Ok when the dims are different ones of a tensor of `rank`, and ascend where `ascending`.
Status CheckDimList(DimList dims, int rank, bool ascending, std::string_view name);

bool HasDim(DimList dims, int64_t dim);

// Returns the dims below `count` that are not in the list.
std::vector<int> OtherDims(DimList dims, int count);

// Vectors of indices, which lie along one dim of a tensor; where that is the dim behind its last one, each
// index is a vector. The other dims are those of the batch.
class IndexVectors {
 public:
  // `along` is in [0, rank].
  IndexVectors(const ir::Shape& dims, int64_t along);

  int64_t length() const { return length_; }
  const std::vector<int64_t>& batch_dims() const { return batch_dims_; }
  // Offset of one component of the vector of a batch.
  int64_t Offset(DimList batch, int64_t component) const;

 private:
  int64_t length_ = 1;
  int64_t stride_ = 0;  // from component to component
  std::vector<int64_t> batch_dims_;
  std::vector<int64_t> batch_strides_;
};

// Ok when the tensor of indices has `along`, and its vectors an index for each dim of `mapped`, which are
// different dims of the operand.
Status CheckIndexVectors(const ir::Shape& indices, int64_t along, DimList mapped, int operand_rank);

}  // namespace litevk
