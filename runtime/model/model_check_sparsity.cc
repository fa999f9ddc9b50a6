// Checks sparse tensors. A sparse tensor is a tree with one level per dim, in traversal order. The tensor's
// own dims come first, then one level per block that splits one of them. The leaves are the stored values.
#include <algorithm>
#include <optional>
#include <vector>

#include "runtime/model/model_check.h"

namespace litevk::model_check {
namespace {

struct Level {
  int size = 0;  // size of the level's dim
  const schema::DimensionMetadata* metadata = nullptr;
};

std::string Sizes(int64_t found, int64_t expected) {
  return std::to_string(found) + ", expected " + std::to_string(expected);
}

bool IsPermutation(const flatbuffers::Vector<int32_t>& order) {
  std::vector<bool> seen(order.size(), false);
  for (const int32_t dim : order) {
    const auto index = static_cast<size_t>(dim);
    if (dim < 0 || index >= seen.size() || seen[index]) return false;
    seen[index] = true;
  }
  return true;
}

// Returns the levels indexed by dim: the tensor's own dims first, then the blocks.
std::vector<Level*> LevelsByDim(const schema::SparsityParameters& sparsity, std::vector<Level>& levels) {
  std::vector<Level*> by_dim(levels.size());
  for (size_t level = 0; level < levels.size(); ++level) {
    const auto index = static_cast<uint32_t>(level);
    levels[level].metadata = sparsity.dim_metadata()->Get(index);
    by_dim[static_cast<size_t>(sparsity.traversal_order()->Get(index))] = &levels[level];
  }
  return by_dim;
}

Status SplitByBlocks(const schema::SparsityParameters& sparsity, size_t rank,
                     std::span<Level* const> by_dim) {
  for (size_t block = 0; block < SizeOf(sparsity.block_map()); ++block) {
    const int32_t dim = sparsity.block_map()->Get(static_cast<uint32_t>(block));
    const std::string prefix = "block " + std::to_string(block);
    if (dim < 0 || static_cast<size_t>(dim) >= rank) {
      return InvalidArgument(prefix + " splits dim " + std::to_string(dim) + " of " + std::to_string(rank));
    }
    Level& outer = *by_dim[static_cast<size_t>(dim)];
    Level& inner = *by_dim[rank + block];
    inner.size = inner.metadata->dense_size();
    if (inner.metadata->format() != schema::DimensionType::DENSE || inner.size <= 0 ||
        outer.size % inner.size != 0) {
      return InvalidArgument(prefix + " has the size " + std::to_string(inner.size) + " in a dim of " +
                             std::to_string(outer.size));
    }
    outer.size /= inner.size;
  }
  return {};
}

Result<std::vector<Level>> ReadLevels(const schema::Tensor& tensor) {
  const schema::SparsityParameters& sparsity = *tensor.sparsity();
  const size_t rank = SizeOf(tensor.shape());
  const size_t expected = rank + SizeOf(sparsity.block_map());
  if (SizeOf(sparsity.traversal_order()) != expected || SizeOf(sparsity.dim_metadata()) != expected) {
    return InvalidArgument("it has " + std::to_string(SizeOf(sparsity.traversal_order())) +
                           " dims in traversal order and " + std::to_string(SizeOf(sparsity.dim_metadata())) +
                           " described ones, expected " + std::to_string(expected));
  }
  std::vector<Level> levels(expected);
  if (expected == 0) return levels;
  if (!IsPermutation(*sparsity.traversal_order())) {
    return InvalidArgument("its traversal order is not a permutation");
  }
  const std::vector<Level*> by_dim = LevelsByDim(sparsity, levels);
  for (size_t dim = 0; dim < rank; ++dim) by_dim[dim]->size = tensor.shape()->Get(static_cast<uint32_t>(dim));
  LITEVK_RETURN_IF_ERROR(SplitByBlocks(sparsity, rank, by_dim));
  return levels;
}

template <typename Vector>
Result<std::vector<int>> CopyInts(const Vector* vector, Budget& budget) {
  if (vector == nullptr) return InvalidArgument("it has no segments or no indices");
  if (vector->values() == nullptr) return std::vector<int>();
  LITEVK_RETURN_IF_ERROR(budget.Spend(vector->values()->size()));
  return std::vector<int>(vector->values()->begin(), vector->values()->end());
}

Result<std::vector<int>> ReadInts(schema::SparseIndexVector type, const void* vector, Budget& budget) {
  switch (type) {
    case schema::SparseIndexVector::Int32Vector:
      return CopyInts(static_cast<const schema::Int32Vector*>(vector), budget);
    case schema::SparseIndexVector::Uint16Vector:
      return CopyInts(static_cast<const schema::Uint16Vector*>(vector), budget);
    case schema::SparseIndexVector::Uint8Vector:
      return CopyInts(static_cast<const schema::Uint8Vector*>(vector), budget);
    default:
      return InvalidArgument("a sparse index vector of kind " + std::to_string(static_cast<int>(type)));
  }
}

// Checks the indices below parent p, [segments[p], segments[p + 1]): they must ascend and lie in the dim.
Status CheckSegment(std::span<const int> indices, int size) {
  int previous = -1;
  for (const int index : indices) {
    if (index <= previous || index >= size) {
      return InvalidArgument("index " + std::to_string(index) + " after " + std::to_string(previous) +
                             " in a dim of " + std::to_string(size));
    }
    previous = index;
  }
  return {};
}

// Returns the number of nodes of a sparse level, given that of its parents.
Result<int64_t> CheckSparseLevel(const Level& level, int64_t parents, Budget& budget) {
  const schema::DimensionMetadata& metadata = *level.metadata;
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> segments,
                          ReadInts(metadata.array_segments_type(), metadata.array_segments(), budget));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> indices,
                          ReadInts(metadata.array_indices_type(), metadata.array_indices(), budget));
  const auto segment_count = static_cast<int64_t>(segments.size());
  if (segment_count - 1 != parents) {
    return InvalidArgument("it has " + Sizes(segment_count, parents + 1) + " segment bounds");
  }
  if (segments.front() != 0 || segments.back() != static_cast<int64_t>(indices.size()) ||
      !std::ranges::is_sorted(segments)) {
    return InvalidArgument("its segments do not cover its " + std::to_string(indices.size()) + " indices");
  }
  for (size_t parent = 0; parent + 1 < segments.size(); ++parent) {
    const auto begin = static_cast<size_t>(segments[parent]);
    const auto end = static_cast<size_t>(segments[parent + 1]);
    LITEVK_RETURN_IF_ERROR(CheckSegment(std::span(indices).subspan(begin, end - begin), level.size));
  }
  return static_cast<int64_t>(indices.size());
}

Result<int64_t> CheckLevel(const Level& level, int64_t parents, Budget& budget) {
  switch (level.metadata->format()) {
    case schema::DimensionType::SPARSE_CSR:
      return CheckSparseLevel(level, parents, budget);
    case schema::DimensionType::DENSE: {
      if (level.metadata->dense_size() != level.size) {
        return InvalidArgument("its size is " + Sizes(level.metadata->dense_size(), level.size));
      }
      // Cannot overflow: at most the number of the tensor's elements, which is checked.
      return parents * level.size;
    }
  }
  return InvalidArgument("format " + std::to_string(static_cast<int>(level.metadata->format())) +
                         " is not known");
}

}  // namespace

Status CheckSparsity(const schema::Tensor& tensor, size_t stored_bytes, Budget& budget) {
  LITEVK_RETURN_IF_ERROR(
      budget.Spend(SizeOf(tensor.sparsity()->traversal_order()) + SizeOf(tensor.sparsity()->block_map())));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<Level> levels, ReadLevels(tensor));
  int64_t nodes = 1;
  for (size_t index = 0; index < levels.size(); ++index) {
    Result<int64_t> result = CheckLevel(levels[index], nodes, budget);
    if (!result.ok()) return At("sparse level " + std::to_string(index), result.status());
    nodes = *result;
  }
  const int64_t bits = nodes * ElementBits(tensor.type());
  const int64_t expected = (bits + 7) / 8;
  if (static_cast<int64_t>(stored_bytes) == expected) return {};
  return InvalidArgument("its buffer has " + Sizes(static_cast<int64_t>(stored_bytes), expected) +
                         " bytes for " + std::to_string(nodes) + " sparse values");
}

}  // namespace litevk::model_check
