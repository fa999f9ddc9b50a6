#include "runtime/opset/recurrent/lstm.h"

#include <string>

#include "runtime/opset/recurrent/recurrent.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

struct Variants {
  bool cifg = false;
  bool peephole = false;
  bool layer_norm = false;
  bool takes_diagonal = false;
  int aux_size = -1;
};

bool Has(const ir::ShapeQuery& query, int operand) { return ir::OptionalInput(query, operand) != nullptr; }

// Checks for {cells, outputs}, or {cells} for the diagonal of a square matrix.
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
  const bool has_aux = expected && variants.aux_size >= 0;
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, gate.aux_weights, has_aux, {sizes.cells, variants.aux_size},
                                      "auxiliary weights" + of));
  return CheckOperand(query, gate.norm, expected && variants.layer_norm, cells,
                      "layer norm coefficients" + of);
}

Status CheckProjection(const ir::ShapeQuery& query, const LstmOperands& operands, const LstmSizes& sizes) {
  const bool has_projection = Has(query, operands.projection_weights);
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, operands.projection_weights, has_projection,
                                      {sizes.outputs, sizes.cells}, "projection weights"));
  const bool has_bias = has_projection && Has(query, operands.projection_bias);
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, operands.projection_bias, has_bias, {sizes.outputs}, "projection bias"));
  if (has_projection || sizes.cells == sizes.outputs) return {};
  return InvalidArgument("there are " + std::to_string(sizes.outputs) + " outputs, expected the " +
                         std::to_string(sizes.cells) + " cells where there is no projection");
}

Result<LstmSizes> ReadSizes(const ir::ShapeQuery& query, const LstmGate& output_gate, int input_size,
                            bool takes_diagonal) {
  const ir::Tensor* weights = ir::OptionalInput(query, output_gate.weights);
  const ir::Tensor* recurrent = ir::OptionalInput(query, output_gate.recurrent_weights);
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

Status CheckLstmOptions(const LstmOptions& options) {
  LITEVK_RETURN_IF_ERROR(CheckActivation(options.activation));
  if (options.cell_clip >= 0.0F && options.proj_clip >= 0.0F) return {};
  return InvalidArgument("cell_clip is " + std::to_string(options.cell_clip) + " and proj_clip " +
                         std::to_string(options.proj_clip) + ", expected none below 0");
}

Result<LstmSizes> CheckLstm(const ir::ShapeQuery& query, const LstmOperands& operands,
                            const LstmInputs& inputs, bool takes_diagonal) {
  LITEVK_ASSIGN_OR_RETURN(const LstmSizes sizes,
                          ReadSizes(query, operands.output_gate, inputs.input_size, takes_diagonal));
  const Variants variants = {.cifg = !Has(query, operands.input_gate.weights),
                             .peephole = Has(query, operands.output_gate.cell_weights),
                             .layer_norm = Has(query, operands.forget_gate.norm),
                             .takes_diagonal = takes_diagonal,
                             .aux_size = inputs.aux_size};
  LITEVK_RETURN_IF_ERROR(CheckGate(query, operands.input_gate, sizes, !variants.cifg, variants));
  LITEVK_RETURN_IF_ERROR(CheckGate(query, operands.forget_gate, sizes, true, variants));
  LITEVK_RETURN_IF_ERROR(CheckGate(query, operands.cell_gate, sizes, true, variants));
  LITEVK_RETURN_IF_ERROR(CheckGate(query, operands.output_gate, sizes, true, variants));
  LITEVK_RETURN_IF_ERROR(CheckProjection(query, operands, sizes));
  LITEVK_RETURN_IF_ERROR(
      CheckStateElements(query, operands.output_state, inputs.batch, sizes.outputs, "output state"));
  LITEVK_RETURN_IF_ERROR(
      CheckStateElements(query, operands.cell_state, inputs.batch, sizes.cells, "cell state"));
  return sizes;
}

}  // namespace litevk
