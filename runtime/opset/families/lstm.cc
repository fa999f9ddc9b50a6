#include "runtime/opset/families/lstm.h"

#include <string>

#include "runtime/opset/families/recurrent.h"
#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

struct Variants {
  bool cifg = false;
  bool peephole = false;
  bool layer_norm = false;
  bool takes_diagonal = false;
};

bool Has(const ir::ShapeQuery& query, int operand) { return ir::OptionalInput(query, operand) != nullptr; }

Status CheckOptions(const LstmOptions& options) {
  LITEVK_RETURN_IF_ERROR(CheckActivation(options.activation));
  if (options.cell_clip >= 0.0F && options.proj_clip >= 0.0F) return {};
  return InvalidArgument("cell_clip is " + std::to_string(options.cell_clip) + " and proj_clip " +
                         std::to_string(options.proj_clip) + ", expected none below 0");
}

// {cells, outputs}, or {cells} for the diagonal of a square matrix.
Status CheckRecurrentWeights(const ir::ShapeQuery& query, const LstmGate& gate, const LstmSizes& sizes,
                             bool expected, bool takes_diagonal) {
  const std::string name = "recurrent weights of the " + std::string(gate.name);
  const ir::Tensor* weights = ir::OptionalInput(query, gate.recurrent_weights);
  const bool is_diagonal = takes_diagonal && weights != nullptr && weights->dims.rank() == 1;
  if (!is_diagonal) {
    return CheckOperand(query, gate.recurrent_weights, expected, {sizes.cells, sizes.outputs}, name);
  }
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, gate.recurrent_weights, expected, {sizes.cells}, name));
  if (sizes.cells == sizes.outputs) return {};
  return InvalidArgument(name + " are a diagonal, but there are " + std::to_string(sizes.cells) +
                         " cells and " + std::to_string(sizes.outputs) + " outputs, expected as many");
}

// expected: false for the input gate of a CIFG LSTM, which has no operands at all.
Status CheckGate(const ir::ShapeQuery& query, const LstmGate& gate, const LstmSizes& sizes, bool expected,
                 const Variants& variants) {
  const std::string of = " of the " + std::string(gate.name);
  const ir::Shape cells = {sizes.cells};
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, gate.weights, expected, {sizes.cells, sizes.input}, "weights" + of));
  LITEVK_RETURN_IF_ERROR(CheckRecurrentWeights(query, gate, sizes, expected, variants.takes_diagonal));
  const bool has_peephole = expected && variants.peephole && gate.cell_weights >= 0;
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, gate.cell_weights, has_peephole, cells, "cell weights" + of));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, gate.bias, expected, cells, "bias" + of));
  return CheckOperand(query, gate.norm, expected && variants.layer_norm, cells,
                      "layer norm coefficients" + of);
}

Status CheckProjection(const ir::ShapeQuery& query, const LstmSizes& sizes) {
  const bool has_projection = Has(query, kLstmProjectionWeights);
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kLstmProjectionWeights, has_projection,
                                      {sizes.outputs, sizes.cells}, "projection weights"));
  const bool has_bias = has_projection && Has(query, kLstmProjectionBias);
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, kLstmProjectionBias, has_bias, {sizes.outputs}, "projection bias"));
  if (has_projection || sizes.cells == sizes.outputs) return {};
  return InvalidArgument("there are " + std::to_string(sizes.outputs) + " outputs, expected the " +
                         std::to_string(sizes.cells) + " cells where there is no projection");
}

Result<LstmSizes> ReadSizes(const ir::ShapeQuery& query, int input_size, bool takes_diagonal) {
  const ir::Tensor* weights = ir::OptionalInput(query, kLstmOutputGate.weights);
  const ir::Tensor* recurrent = ir::OptionalInput(query, kLstmOutputGate.recurrent_weights);
  if (weights == nullptr || recurrent == nullptr) {
    return InvalidArgument("weights of the output gate are missing");
  }
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(weights->dims, 2, "weights of the output gate"));
  LstmSizes sizes = {.input = input_size, .cells = weights->dims[0], .outputs = weights->dims[0]};
  if (takes_diagonal && recurrent->dims.rank() == 1) return sizes;
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(recurrent->dims, 2, "recurrent weights of the output gate"));
  sizes.outputs = recurrent->dims[1];
  return sizes;
}

}  // namespace

Result<LstmSizes> CheckLstm(const ir::ShapeQuery& query, const LstmOptions& options, int batch,
                            int input_size, bool takes_diagonal) {
  LITEVK_RETURN_IF_ERROR(CheckOptions(options));
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(query, 1));
  LITEVK_ASSIGN_OR_RETURN(const LstmSizes sizes, ReadSizes(query, input_size, takes_diagonal));
  const Variants variants = {.cifg = !Has(query, kLstmInputGate.weights),
                             .peephole = Has(query, kLstmOutputGate.cell_weights),
                             .layer_norm = Has(query, kLstmForgetGate.norm),
                             .takes_diagonal = takes_diagonal};
  LITEVK_RETURN_IF_ERROR(CheckGate(query, kLstmInputGate, sizes, !variants.cifg, variants));
  LITEVK_RETURN_IF_ERROR(CheckGate(query, kLstmForgetGate, sizes, true, variants));
  LITEVK_RETURN_IF_ERROR(CheckGate(query, kLstmCellGate, sizes, true, variants));
  LITEVK_RETURN_IF_ERROR(CheckGate(query, kLstmOutputGate, sizes, true, variants));
  LITEVK_RETURN_IF_ERROR(CheckProjection(query, sizes));
  LITEVK_RETURN_IF_ERROR(CheckStateElements(query, kLstmOutputState, batch, sizes.outputs, "output state"));
  LITEVK_RETURN_IF_ERROR(CheckStateElements(query, kLstmCellState, batch, sizes.cells, "cell state"));
  return sizes;
}

}  // namespace litevk
