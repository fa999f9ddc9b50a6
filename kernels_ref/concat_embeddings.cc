#include <algorithm>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

Status ConcatEmbeddings(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteConcatEmbeddingsParams>();
  if (args.inputs[0].dims().NumElements() == 0) return {};
  const int32_t* id = args.inputs[0].data<int32_t>();
  auto* output = args.outputs[0].data<float>();
  for (int64_t row = 0; row < args.inputs[0].dims().Rows(); ++row) {
    for (int channel = 0; channel < params.num_channels; ++channel) {
      const ConstView& table = args.inputs[1 + static_cast<size_t>(channel)];
      for (int column = 0; column < params.num_columns_per_channel[channel]; ++column, ++id) {
        if (*id < 0 || *id >= table.dims()[0]) {
          return InvalidArgument("an id of channel " + std::to_string(channel) + " is " +
                                 std::to_string(*id) + ", expected 0 to " +
                                 std::to_string(table.dims()[0] - 1));
        }
        const int dim = table.dims()[1];
        output = std::copy_n(table.data<float>() + int64_t{*id} * dim, dim, output);
      }
    }
  }
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(concat_embeddings, &ConcatEmbeddings)
