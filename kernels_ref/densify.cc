#include "kernels_ref/support/densify.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"

namespace litevk::ref {
namespace {

// Limits the recursion, which goes one call deeper per level.
constexpr size_t kMaxLevels = 32;

std::span<const int> Values(const abi::TfLiteIntArray* array) {
  if (array == nullptr || array->size <= 0) return {};
  return {array->data, static_cast<size_t>(array->size)};
}

// One level of the traversal, outermost first. A block dim splits a dim into two levels: the index of the
// block and the index in the block.
struct Level {
  int size = 0;             // indices along this level
  int64_t dest_stride = 0;  // elements of the dense tensor between two of them
  bool is_dense = true;
  std::span<const int> segments;  // if sparse: indices [segments[p], segments[p + 1]) belong to
  std::span<const int> indices;   // position p of the level above
};

Status Broken(const std::string& what) { return InvalidArgument("sparse tensor: " + what); }

// Returns the level of every expanded dim: first the tensor's own dims, then those of blocks.
Result<std::vector<size_t>> InvertTraversal(std::span<const int> order, size_t expanded_rank) {
  std::vector<size_t> level_of(expanded_rank, expanded_rank);
  if (order.size() != expanded_rank) {
    return Broken("traversal order has " + std::to_string(order.size()) + " dims, expected " +
                  std::to_string(expanded_rank));
  }
  for (size_t level = 0; level < expanded_rank; ++level) {
    const auto dim = static_cast<size_t>(order[level]);
    if (order[level] < 0 || dim >= expanded_rank || level_of[dim] != expanded_rank) {
      return Broken("traversal order is not a permutation");
    }
    level_of[dim] = level;
  }
  return level_of;
}

// Computes the sizes and strides of the levels from the dense dims and the sizes of the blocks.
Result<std::vector<Level>> SizeLevels(const abi::TfLiteSparsity& sparsity, const ir::Shape& dims) {
  const std::span<const int> block_map = Values(sparsity.block_map);
  const size_t rank = dims.dims().size();
  if (rank + block_map.size() > kMaxLevels) {
    return Broken("has " + std::to_string(rank + block_map.size()) + " levels, expected at most " +
                  std::to_string(kMaxLevels));
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<size_t> level_of,
                          InvertTraversal(Values(sparsity.traversal_order), rank + block_map.size()));
  if (sparsity.dim_metadata == nullptr || sparsity.dim_metadata_size != static_cast<int>(level_of.size())) {
    return Broken("dim metadata has " + std::to_string(sparsity.dim_metadata_size) + " entries, expected " +
                  std::to_string(level_of.size()));
  }
  const std::vector<int64_t> dense_strides = DenseStrides(dims);
  std::vector<Level> levels(level_of.size());
  for (size_t axis = 0; axis < rank; ++axis) {
    levels[level_of[axis]].size = dims.dims()[axis];
    levels[level_of[axis]].dest_stride = dense_strides[axis];
  }
  for (size_t block = 0; block < block_map.size(); ++block) {
    const auto axis = static_cast<size_t>(block_map[block]);
    if (block_map[block] < 0 || axis >= rank) {
      return Broken("a block of dim " + std::to_string(block_map[block]));
    }
    Level& outer = levels[level_of[axis]];
    Level& inner = levels[level_of[rank + block]];
    inner.size = sparsity.dim_metadata[level_of[rank + block]].dense_size;
    if (inner.size <= 0 || outer.size % inner.size != 0) {
      return Broken("a block of " + std::to_string(inner.size) + " in a dim of " +
                    std::to_string(outer.size));
    }
    inner.dest_stride = outer.dest_stride;
    outer.dest_stride *= inner.size;
    outer.size /= inner.size;
  }
  return levels;
}

Result<std::vector<Level>> ReadLevels(const abi::TfLiteSparsity& sparsity, const ir::Shape& dims) {
  LITEVK_ASSIGN_OR_RETURN(std::vector<Level> levels, SizeLevels(sparsity, dims));
  for (size_t index = 0; index < levels.size(); ++index) {
    const abi::TfLiteDimensionMetadata& metadata = sparsity.dim_metadata[index];
    Level& level = levels[index];
    level.is_dense = metadata.format == abi::kTfLiteDimDense;
    if (level.is_dense && metadata.dense_size != level.size) {
      return Broken("level " + std::to_string(index) + " has size " + std::to_string(metadata.dense_size) +
                    ", expected " + std::to_string(level.size));
    }
    level.segments = Values(metadata.array_segments);
    level.indices = Values(metadata.array_indices);
  }
  return levels;
}

class Spreader {
 public:
  Spreader(std::span<const Level> levels, size_t element_bytes, std::span<const std::byte> source,
           std::span<std::byte> dest)
      : levels_(levels), element_bytes_(element_bytes), source_(source), dest_(dest) {}

  // Copies all elements below position `position` of the level above `depth`.
  Status Spread(size_t depth, int64_t position, int64_t dest_offset) {
    if (depth == levels_.size()) return Copy(position, dest_offset);
    const Level& level = levels_[depth];
    if (level.is_dense) {
      for (int index = 0; index < level.size; ++index) {
        LITEVK_RETURN_IF_ERROR(
            Spread(depth + 1, position * level.size + index, dest_offset + index * level.dest_stride));
      }
      return {};
    }
    return SpreadSparse(level, depth, position, dest_offset);
  }

 private:
  Status SpreadSparse(const Level& level, size_t depth, int64_t position, int64_t dest_offset) {
    const auto segment = static_cast<size_t>(position);
    if (segment + 1 >= level.segments.size()) {
      return Broken("too few segments at level " + std::to_string(depth));
    }
    const int first = level.segments[segment];
    const int last = level.segments[segment + 1];
    if (first < 0 || last < first || static_cast<size_t>(last) > level.indices.size()) {
      return Broken("segment " + std::to_string(first) + " to " + std::to_string(last) + " of " +
                    std::to_string(level.indices.size()) + " indices");
    }
    if (last - first > level.size) {
      return Broken(std::to_string(last - first) + " indices in a level of " + std::to_string(level.size));
    }
    for (int entry = first; entry < last; ++entry) {
      const int index = level.indices[static_cast<size_t>(entry)];
      if (index < 0 || index >= level.size) {
        return Broken("index " + std::to_string(index) + " in a level of " + std::to_string(level.size));
      }
      LITEVK_RETURN_IF_ERROR(Spread(depth + 1, entry, dest_offset + index * level.dest_stride));
    }
    return {};
  }

  Status Copy(int64_t position, int64_t dest_offset) {
    const size_t from = static_cast<size_t>(position) * element_bytes_;
    if (from + element_bytes_ > source_.size()) {
      return Broken("stores " + std::to_string(source_.size()) + " bytes, expected more than " +
                    std::to_string(from));
    }
    std::memcpy(dest_.data() + static_cast<size_t>(dest_offset) * element_bytes_, source_.data() + from,
                element_bytes_);
    return {};
  }

  std::span<const Level> levels_;
  size_t element_bytes_;
  std::span<const std::byte> source_;
  std::span<std::byte> dest_;
};

}  // namespace

Status SpreadBlocks(const ConstView& sparse, std::span<std::byte> dense) {
  if (sparse.dims().NumElements() == 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const std::vector<Level> levels,
                          ReadLevels(*sparse.tensor->sparsity, sparse.dims()));
  std::fill(dense.begin(), dense.end(), std::byte{0});
  return Spreader(levels, sparse.element_bytes(), sparse.bytes, dense).Spread(0, 0, 0);
}

static Status Densify(const KernelArgs& args) { return SpreadBlocks(args.inputs[0], args.outputs[0].bytes); }

static Status CheckSparse(const PreparedNode& node) {
  if (node.inputs[0]->sparsity != nullptr) return {};
  return InvalidArgument("densify: the input is not sparse");
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(densify, &Densify, /*checks_values=*/false, &CheckSparse)
