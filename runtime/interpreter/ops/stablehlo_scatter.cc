#include <Eigen/Core>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/interpreter/combination.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/type_set.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct ScatterOp {
  static constexpr const OpInfo& kInfo = kOpInfo_stablehlo_scatter;
  using Params = abi::TfLiteStablehloScatterParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

// The node's operands and the dim lists of its options.
struct Scatter {
  ir::Shape input;
  ir::Shape indices;
  ir::Shape updates;
  DimList window;    // dims of the updates
  DimList inserted;  // dims of the input
  DimList mapped;    // dims of the input, indexed by component of an index vector
  int64_t index_vector_dim;
};

Scatter ScatterOf(Subgraph& subgraph, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const ScatterOp::Params*>(node.user_data);
  const auto dims = [&](size_t input) { return ImportShape(subgraph.tensor(Values(node.inputs)[input])); };
  return {.input = dims(0),
          .indices = dims(1),
          .updates = dims(2),
          .window = ListOf(params.update_window_dims, params.num_update_window_dims),
          .inserted = ListOf(params.inserted_window_dims, params.num_inserted_window_dims),
          .mapped = ListOf(params.scatter_dims_to_operand_dims, params.num_scatter_dims_to_operand_dims),
          .index_vector_dim = params.index_vector_dim};
}

Status CheckOperands(Subgraph& subgraph, const abi::TfLiteNode& node) {
  const std::span<const int> inputs = Values(node.inputs);
  if (inputs.size() != 3 || Values(node.outputs).size() != 1) {
    return InvalidArgument("has " + std::to_string(inputs.size()) + " inputs, expected 3 and one output");
  }
  const auto type = [&](int id) { return ir::FromTfLiteType(subgraph.tensor(id).type); };
  const ir::DataType values = type(inputs[0]);
  const bool are_values = (kStablehloNumbers | kBool).contains(values) && type(inputs[2]) == values &&
                          type(Values(node.outputs)[0]) == values;
  if (are_values && kIndex.contains(type(inputs[1]))) return {};
  return InvalidArgument("types are " + std::string(ir::Name(values)) + ", " +
                         std::string(ir::Name(type(inputs[1]))) + " and " +
                         std::string(ir::Name(type(inputs[2]))) +
                         ", expected numbers, int32 or int64, and numbers of the first type");
}

// Checks that the updates' dims outside of a window are the batch dims of the index vectors.
Status CheckBatch(const Scatter& scatter) {
  const std::vector<int> batch = OtherDims(scatter.window, scatter.updates.rank());
  const std::vector<int64_t> expected = IndexVectors(scatter.indices, scatter.index_vector_dim).batch_dims();
  bool is_same = batch.size() == expected.size();
  for (size_t i = 0; is_same && i < batch.size(); ++i) is_same = scatter.updates[batch[i]] == expected[i];
  if (is_same) return {};
  return InvalidArgument("updates have dims " + scatter.updates.ToString() + " and scatter_indices " +
                         scatter.indices.ToString() + ", expected the same batch");
}

Status CheckShapes(const Scatter& scatter) {
  const int rank = scatter.input.rank();
  LITEVK_RETURN_IF_ERROR(CheckDimList(scatter.window, scatter.updates.rank(), true, "update_window_dims"));
  LITEVK_RETURN_IF_ERROR(CheckDimList(scatter.inserted, rank, true, "inserted_window_dims"));
  if (scatter.window.size() + scatter.inserted.size() != static_cast<size_t>(rank)) {
    return InvalidArgument("there are " + std::to_string(scatter.window.size()) + " update_window_dims and " +
                           std::to_string(scatter.inserted.size()) + " inserted_window_dims, expected the " +
                           std::to_string(rank) + " dims of the input in all");
  }
  LITEVK_RETURN_IF_ERROR(CheckIndexVectors(scatter.indices, scatter.index_vector_dim, scatter.mapped, rank));
  return CheckBatch(scatter);
}

abi::TfLiteStatus ScatterOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  const auto& params = *static_cast<const Params*>(node.user_data);
  Status status = CheckOperands(subgraph, node);
  if (status.ok()) status = CheckShapes(ScatterOf(subgraph, node));
  if (status.ok()) {
    status = CombinationOf(subgraph.owner().subgraph(params.update_computation_subgraph_index)).status();
  }
  if (!status.ok()) return Fail<ScatterOp>(context, status.message());
  const ir::Shape dims = ImportShape(subgraph.tensor(Values(node.inputs)[0]));
  return ResizeOutputs(subgraph, Values(node.outputs), std::span(&dims, 1));
}

// Maps an update at `position` to its offset in the output, or to -1 if that is outside.
class Targets {
 public:
  explicit Targets(const Scatter& scatter)
      : scatter_(scatter),
        vectors_(scatter.indices, scatter.index_vector_dim),
        batch_dims_(OtherDims(scatter.window, scatter.updates.rank())),
        window_dims_(OtherDims(scatter.inserted, scatter.input.rank())) {}

  template <typename Index>
  int64_t Of(const std::vector<int64_t>& position, const Index* indices) const {
    std::vector<int64_t> batch;
    batch.reserve(batch_dims_.size());
    for (const int dim : batch_dims_) batch.push_back(position[static_cast<size_t>(dim)]);
    std::vector<int64_t> target(scatter_.input.dims().size());
    for (size_t i = 0; i < scatter_.mapped.size(); ++i) {
      target[static_cast<size_t>(scatter_.mapped[i])] =
          indices[vectors_.Offset(batch, static_cast<int64_t>(i))];
    }
    for (size_t i = 0; i < window_dims_.size(); ++i) {
      target[static_cast<size_t>(window_dims_[i])] += position[static_cast<size_t>(scatter_.window[i])];
    }
    return OffsetOf(target);
  }

 private:
  int64_t OffsetOf(const std::vector<int64_t>& target) const {
    int64_t offset = 0;
    for (size_t dim = 0; dim < target.size(); ++dim) {
      const int64_t size = scatter_.input.dims()[dim];
      if (target[dim] < 0 || target[dim] >= size) return -1;
      offset = offset * size + target[dim];
    }
    return offset;
  }

  const Scatter& scatter_;
  IndexVectors vectors_;
  std::vector<int> batch_dims_;   // batch dims of the updates
  std::vector<int> window_dims_;  // window dims of the input, in the order of scatter_.window
};

template <typename T, typename Index>
void Apply(const Scatter& scatter, Combination combination, const Index* indices, const T* updates,
           T* output) {
  const Targets targets(scatter);
  std::vector<int64_t> position(scatter.updates.dims().size());
  const int64_t count = scatter.updates.NumElements();
  for (int64_t i = 0; i < count; ++i, NextPosition(scatter.updates, position)) {
    const int64_t target = targets.Of(position, indices);
    if (target >= 0) output[target] = Combine(combination, output[target], updates[i]);
  }
}

abi::TfLiteStatus ScatterOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  const auto& params = *static_cast<const Params*>(node.user_data);
  const auto combination = CombinationOf(subgraph.owner().subgraph(params.update_computation_subgraph_index));
  if (!combination.ok()) return Fail<ScatterOp>(context, combination.status().message());
  const auto tensor = [&](int id) -> abi::TfLiteTensor& { return subgraph.tensor(id); };
  const std::span<const int> inputs = Values(node.inputs);
  abi::TfLiteTensor& output = tensor(Values(node.outputs)[0]);
  if (output.bytes > 0) std::memcpy(output.data.raw, tensor(inputs[0]).data.raw, output.bytes);
  const Scatter scatter = ScatterOf(subgraph, node);
  const Status status =
      ForType<float, Eigen::half, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t,
              uint64_t, bool>(ir::FromTfLiteType(output.type), [&]<typename T>(T) {
        return ForType<int32_t, int64_t>(
            ir::FromTfLiteType(tensor(inputs[1]).type), [&]<typename Index>(Index) {
              Apply(scatter, *combination, static_cast<const Index*>(tensor(inputs[1]).data.data),
                    static_cast<const T*>(tensor(inputs[2]).data.data), static_cast<T*>(output.data.data));
              return Status();
            });
      });
  return status.ok() ? abi::kTfLiteOk : Fail<ScatterOp>(context, status.message());
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_stablehlo_scatter() { return RegistrationOf<ScatterOp>(); }

}  // namespace litevk
