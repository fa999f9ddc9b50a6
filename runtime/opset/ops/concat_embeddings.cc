#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// The model format names this operator and its options, but no interpreter ever had a kernel for it. This
// semantics follows the options and the feature networks that the operator comes from.
//
//   `input 0`      ids, int32 {..., columns}: row indices, the columns of channel 0 first, then channel 1's.
//   `input 1 + c`  the embedding table of channel c, float32 {rows, embedding_dim_per_channel[c]}.
//   `output`       float32 {..., width}: for each column, in order, the row of its channel's table
//
//   `columns`  the sum of num_columns_per_channel
//   `width`    the sum over the channels of num_columns_per_channel[c] * embedding_dim_per_channel[c]
//
// An embedding_dim_per_channel of 0, or an omitted one, is that of the table. An id that the table lacks is
// an error.
constexpr int kMostChannels = 8;

const abi::TfLiteConcatEmbeddingsParams& ParamsOf(const ir::Params& params) {
  return params.As<abi::TfLiteConcatEmbeddingsParams>();
}

Status CheckChannelCount(const ir::ShapeQuery& query) {
  const int channels = ParamsOf(query.params).num_channels;
  if (channels < 1 || channels > kMostChannels) {
    return InvalidArgument("num_channels is " + std::to_string(channels) + ", expected 1 to " +
                           std::to_string(kMostChannels));
  }
  if (query.inputs.size() == static_cast<size_t>(channels) + 1) return {};
  return InvalidArgument("the node has " + std::to_string(query.inputs.size()) +
                         " inputs, expected ids and " + std::to_string(channels) + " tables");
}

Status CheckChannel(const ir::ShapeQuery& query, int channel) {
  const auto& params = ParamsOf(query.params);
  const ir::Shape& table = query.input(1 + channel);
  const std::string name = "the table of channel " + std::to_string(channel);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(table, 2, name));
  if (params.num_columns_per_channel[channel] < 0) {
    return InvalidArgument("channel " + std::to_string(channel) + " has " +
                           std::to_string(params.num_columns_per_channel[channel]) +
                           " columns, expected none below 0");
  }
  const int dim = params.embedding_dim_per_channel[channel];
  if (dim == 0 || dim == table[1]) return {};
  return InvalidArgument(name + " has " + std::to_string(table[1]) + " columns, expected " +
                         std::to_string(dim));
}

Status InferConcatEmbeddings(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckChannelCount(query));
  const auto& params = ParamsOf(query.params);
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, params.num_channels + 1));
  int64_t columns = 0;
  for (int channel = 0; channel < params.num_channels; ++channel) {
    LITEVK_RETURN_IF_ERROR(CheckChannel(query, channel));
    columns += params.num_columns_per_channel[channel];
  }
  const ir::Shape& ids = query.input(0);
  if (ids.rank() < 1 || ids.channels() != columns) {
    return InvalidArgument("ids have dims " + ids.ToString() + ", expected an innermost one of " +
                           std::to_string(columns));
  }
  int64_t width = 0;
  for (int channel = 0; channel < params.num_channels; ++channel) {
    width += int64_t{params.num_columns_per_channel[channel]} * query.input(1 + channel)[1];
  }
  std::vector<int64_t> dims(ids.dims().begin(), ids.dims().end());
  dims.back() = width;
  return ir::SetOutput(query, dims);
}

void FillParams(const schema::ConcatEmbeddingsOptions& options, abi::TfLiteConcatEmbeddingsParams& params,
                OptionsReader& reader) {
  params.num_channels = options.num_channels();
  reader.ReadInts(options.num_columns_per_channel(), params.num_columns_per_channel, "channels");
  reader.ReadInts(options.embedding_dim_per_channel(), params.embedding_dim_per_channel, "channels");
}

}  // namespace

extern const OpInfo kOpInfo_concat_embeddings = {
    .op_code = abi::kTfLiteBuiltinConcatEmbeddings,
    .name = "CONCAT_EMBEDDINGS",
    .stem = "concat_embeddings",
    .versions =
        {
            {1, "never", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kInt32, kFloat32}, .outputs = {kFloat32}, .variadic = true}},
    .infer_shapes = InferConcatEmbeddings,
    .operands = {{"ids", "tables"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
