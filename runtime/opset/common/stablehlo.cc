#include "runtime/opset/common/stablehlo.h"

#include <algorithm>
#include <string>

#include "runtime/ir/strided_walk.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {

int ReadDims(OptionsReader& reader, const flatbuffers::Vector<int64_t>* values,
             int64_t (&out)[abi::kTfLiteMostStablehloDims], const char* what) {
  return reader.ReadInts(values, out, what);
}

void NextPosition(const ir::Shape& dims, std::vector<int64_t>& position) {
  for (size_t axis = position.size(); axis-- > 0;) {
    if (++position[axis] < dims.dims()[axis]) return;
    position[axis] = 0;
  }
}

Status InferSameDims(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  ir::Shape dims = query.input(0);
  if (!ir::Agree(dims, query.input(1))) {
    return InvalidArgument("lhs has dims " + query.input(0).ToString() + " and rhs " +
                           query.input(1).ToString() + ", expected the same");
  }
  return ir::SetOutput(query, {dims.dims().begin(), dims.dims().end()});
}

Status CheckDimList(DimList dims, int rank, bool ascending, std::string_view name) {
  for (size_t index = 0; index < dims.size(); ++index) {
    const DimList before = dims.first(index);
    const bool is_in_order = !ascending || index == 0 || before.back() < dims[index];
    if (dims[index] >= 0 && dims[index] < rank && is_in_order && !HasDim(before, dims[index])) continue;
    return InvalidArgument(std::string(name) + " has " + std::to_string(dims[index]) + " at " +
                           std::to_string(index) + ", expected different dims below " + std::to_string(rank) +
                           (ascending ? " in ascending order" : ""));
  }
  return {};
}

bool HasDim(DimList dims, int64_t dim) { return std::ranges::find(dims, dim) != dims.end(); }

std::vector<int> OtherDims(DimList dims, int count) {
  std::vector<int> others;
  for (int dim = 0; dim < count; ++dim) {
    if (!HasDim(dims, dim)) others.push_back(dim);
  }
  return others;
}

IndexVectors::IndexVectors(const ir::Shape& dims, int64_t along) {
  const std::vector<int64_t> strides = ir::DenseStrides(dims);
  for (int dim = 0; dim < dims.rank(); ++dim) {
    if (dim == along) {
      length_ = dims[dim];
      stride_ = strides[static_cast<size_t>(dim)];
    } else {
      batch_dims_.push_back(dims[dim]);
      batch_strides_.push_back(strides[static_cast<size_t>(dim)]);
    }
  }
}

int64_t IndexVectors::Offset(DimList batch, int64_t component) const {
  int64_t offset = component * stride_;
  for (size_t dim = 0; dim < batch.size(); ++dim) offset += batch[dim] * batch_strides_[dim];
  return offset;
}

Status CheckIndexVectors(const ir::Shape& indices, int64_t along, DimList mapped, int operand_rank) {
  if (along < 0 || along > indices.rank()) {
    return InvalidArgument("index_vector_dim is " + std::to_string(along) + ", expected 0 to " +
                           std::to_string(indices.rank()));
  }
  LITEVK_RETURN_IF_ERROR(CheckDimList(mapped, operand_rank, false, "the list of dims that have indices"));
  const int64_t length = IndexVectors(indices, along).length();
  if (length == ir::kUnknownDim || length == static_cast<int64_t>(mapped.size())) return {};
  return InvalidArgument("index vectors have " + std::to_string(length) + " indices, expected the " +
                         std::to_string(mapped.size()) + " of the dims that have them");
}

}  // namespace litevk
