// Computes element by element. The batch index of an output element selects an index vector. The vector,
// clamped so that the slice stays inside the operand, gives the start of the slice.
#include <algorithm>
#include <vector>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {
namespace {

class Gatherer {
 public:
  explicit Gatherer(const KernelArgs& args)
      : params_(args.params.As<abi::TfLiteStablehloGatherParams>()),
        operand_(args.inputs[0].dims()),
        strides_(DenseStrides(operand_)),
        vectors_(args.inputs[1].dims(), params_.index_vector_dim),
        offset_dims_(ListOf(params_.offset_dims, params_.num_offset_dims)),
        batch_dims_(OtherDims(offset_dims_, args.outputs[0].dims().rank())),
        kept_dims_(OtherDims(ListOf(params_.collapsed_slice_dims, params_.num_collapsed_slice_dims),
                             operand_.rank())) {}

  // Returns the operand offset of the output element at `position`.
  template <typename Index>
  int64_t Source(const std::vector<int64_t>& position, const Index* indices) const {
    std::vector<int64_t> batch;
    batch.reserve(batch_dims_.size());
    for (const int dim : batch_dims_) batch.push_back(position[static_cast<size_t>(dim)]);
    int64_t offset = 0;
    for (int64_t i = 0; i < params_.num_start_index_map; ++i) {
      const auto dim = static_cast<int>(params_.start_index_map[i]);
      const int64_t last = operand_[dim] - params_.slice_sizes[dim];
      const auto start = static_cast<int64_t>(indices[vectors_.Offset(batch, i)]);
      offset += std::clamp<int64_t>(start, 0, last) * strides_[static_cast<size_t>(dim)];
    }
    for (size_t i = 0; i < kept_dims_.size(); ++i) {
      offset += position[static_cast<size_t>(offset_dims_[i])] * strides_[static_cast<size_t>(kept_dims_[i])];
    }
    return offset;
  }

 private:
  const abi::TfLiteStablehloGatherParams& params_;
  const ir::Shape& operand_;
  std::vector<int64_t> strides_;
  IndexVectors vectors_;
  DimList offset_dims_;
  std::vector<int> batch_dims_;  // batch dims of the output
  std::vector<int> kept_dims_;   // dims of the operand that the output keeps
};

Status StablehloGather(const KernelArgs& args) {
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  const Gatherer gatherer(args);
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  return ForType<int32_t, int64_t>(args.inputs[1].type(), [&]<typename Index>(Index) {
    std::vector<int64_t> position(output.dims().size());
    for (int64_t to = 0; to < output.NumElements(); ++to, NextPosition(output, position)) {
      copier.CopyOne(gatherer.Source(position, args.inputs[1].data<Index>()), to);
    }
    return Status();
  });
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(stablehlo_gather, &StablehloGather)
