#include "kernels_cpu/move/pad_rows.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "kernels_cpu/move/addresses.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/opset/common/quantized_zero.h"
#include "runtime/opset/shapes/shape_check.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations of moving an element.
constexpr int64_t kOperations = 4;

// Copies of the padding value, to fill rows with.
class Padding {
 public:
  explicit Padding(const ref::KernelArgs& args) {
    const size_t bytes = args.outputs[0].element_bytes();
    std::array<std::byte, kBytes> value = {};
    if (args.has_input(2)) {
      std::memcpy(value.data(), args.inputs[2].bytes.data(), bytes);
    } else {
      // Types with a zero point have one or two bytes.
      const auto integer =
          static_cast<int16_t>(PaddingValue(*args.inputs[0].tensor, *args.outputs[0].tensor));
      const auto byte = static_cast<int8_t>(integer);
      bytes == 1 ? std::memcpy(value.data(), &byte, 1) : std::memcpy(value.data(), &integer, 2);
    }
    for (size_t index = 0; index < kBytes; index += bytes) {
      std::memcpy(copies_.data() + index, value.data(), bytes);
    }
  }

  // `bytes` counts whole elements. Returns the end.
  std::byte* Fill(std::byte* to, int64_t bytes) const {
    for (; bytes > 0; bytes -= kBytes) {
      const auto part = static_cast<size_t>(std::min<int64_t>(bytes, kBytes));
      std::memcpy(to, copies_.data(), part);
      to += part;
    }
    return to;
  }

 private:
  static constexpr size_t kBytes = 256;
  std::array<std::byte, kBytes> copies_;
};

// Returns the offset in the input of an output's row, or nothing if the row has padding only. `dims` are the
// outer ones.
std::optional<int64_t> SourceOf(const std::vector<ir::PadDim>& dims, int64_t row) {
  int64_t offset = 0;
  for (size_t axis = dims.size(); axis-- > 0; row /= dims[axis].size) {
    const int64_t index = row % dims[axis].size - dims[axis].before;
    if (index < 0 || index >= dims[axis].source_size) return std::nullopt;
    offset += index * dims[axis].stride;
  }
  return offset;
}

Result<std::vector<ir::PadDim>> MergedDims(const ref::KernelArgs& args) {
  ref::StoredInputs stored(args);
  // {rank, 2}: before, after
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings,
                          ir::ReadStoredIndices(stored.query(), 1, "paddings"));
  std::vector<int64_t> sides[2];
  for (size_t index = 0; index < paddings.size(); ++index) sides[index % 2].push_back(paddings[index]);
  return ir::MergeDims(ir::PadDims(args.inputs[0].dims(), sides[0], sides[1]), /*keep_row=*/false);
}

// Computes rows of the output. `dims` are the merged ones.
void ComputeRows(const ref::KernelArgs& args, std::vector<ir::PadDim> dims) {
  const ir::PadDim inner = dims.back();
  dims.pop_back();
  const Padding padding(args);
  const auto bytes = static_cast<int64_t>(args.outputs[0].element_bytes());
  const int64_t rows = args.outputs[0].dims().NumElements() / inner.size;
  ParallelRanges(rows, kOperations * inner.size, [&](int64_t first, int64_t end) {
    std::byte* to = args.outputs[0].bytes.data() + first * inner.size * bytes;
    for (int64_t row = first; row < end; ++row) {
      const std::optional<int64_t> source = SourceOf(dims, row);
      if (!source.has_value()) {
        to = padding.Fill(to, inner.size * bytes);
        continue;
      }
      const auto copied = static_cast<size_t>(inner.source_size * bytes);
      to = padding.Fill(to, inner.before * bytes);
      std::memcpy(to, args.inputs[0].bytes.data() + *source * bytes, copied);
      to = padding.Fill(to + copied, (inner.size - inner.before - inner.source_size) * bytes);
    }
  });
}

class PadRows : public PreparedKernel {
 public:
  Status Run(const ref::KernelArgs& args) const override {
    if (args.inputs[0].dims().NumElements() == 0) {
      Padding(args).Fill(args.outputs[0].bytes.data(), static_cast<int64_t>(args.outputs[0].bytes.size()));
      return {};
    }
    LITEVK_ASSIGN_OR_RETURN(std::vector<ir::PadDim> dims, MergedDims(args));
    ComputeRows(args, std::move(dims));
    return {};
  }
};

}  // namespace

std::unique_ptr<PreparedKernel> PreparePadRows(const ref::PreparedNode& node, Isa) {
  return HasAddresses(node.inputs[0]->type) ? std::make_unique<PadRows>() : nullptr;
}

}  // namespace litevk::cpu
