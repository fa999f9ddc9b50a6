// The operands, options and shape checks of LSTM's full kernel and of the sequence operators
// UNIDIRECTIONAL_SEQUENCE_LSTM and BIDIRECTIONAL_SEQUENCE_LSTM. The sizes come from the output gate's
// weights. Every operand is checked against them.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// Positions of the operands, in operators with one cell.
inline constexpr int kLstmInput = 0;
inline constexpr int kLstmProjectionWeights = 16;
inline constexpr int kLstmProjectionBias = 17;
inline constexpr int kLstmOutputState = 18;
inline constexpr int kLstmCellState = 19;

inline const std::vector<std::string_view> kLstmInputNames = {
    "input",
    "input_to_input_weights",
    "input_to_forget_weights",
    "input_to_cell_weights",
    "input_to_output_weights",
    "recurrent_to_input_weights",
    "recurrent_to_forget_weights",
    "recurrent_to_cell_weights",
    "recurrent_to_output_weights",
    "cell_to_input_weights",
    "cell_to_forget_weights",
    "cell_to_output_weights",
    "input_gate_bias",
    "forget_gate_bias",
    "cell_gate_bias",
    "output_gate_bias",
    "projection_weights",
    "projection_bias",
    "output_state",
    "cell_state",
    "input_layer_norm_coefficients",
    "forget_layer_norm_coefficients",
    "cell_layer_norm_coefficients",
    "output_layer_norm_coefficients",
};

struct LstmGate {
  const char* name;
  int weights;            // {cells, input}
  int recurrent_weights;  // {cells, outputs}; {cells}: the diagonal of a square matrix
  int cell_weights;       // {cells}; -1: the gate never has them
  int bias;               // {cells}
  int norm;               // {cells}: coefficients; -1: the operator has none
  int aux_weights = -1;   // {cells, auxiliary input}; -1: the operator has no such input
};

inline constexpr LstmGate kLstmInputGate = {"input gate", 1, 5, 9, 12, 20};
inline constexpr LstmGate kLstmForgetGate = {"forget gate", 2, 6, 10, 13, 21};
inline constexpr LstmGate kLstmCellGate = {"cell gate", 3, 7, -1, 14, 22};
inline constexpr LstmGate kLstmOutputGate = {"output gate", 4, 8, 11, 15, 23};

// Positions of the operands of one cell.
struct LstmOperands {
  LstmGate input_gate;  // absent for CIFG, where only the other gates have operands
  LstmGate forget_gate;
  LstmGate cell_gate;
  LstmGate output_gate;
  int projection_weights;
  int projection_bias;
  int output_state;  // variable
  int cell_state;    // variable
};

inline constexpr LstmOperands kLstmOperands = {kLstmInputGate,   kLstmForgetGate,        kLstmCellGate,
                                               kLstmOutputGate,  kLstmProjectionWeights, kLstmProjectionBias,
                                               kLstmOutputState, kLstmCellState};

struct LstmSizes {
  int input = 0;
  int cells = 0;
  int outputs = 0;
};

struct LstmOptions {
  int activation = 0;          // activation of the cell gate and of the cell state
  float cell_clip = 0.0F;      // bound of the cell state's magnitude; 0: none
  float proj_clip = 0.0F;      // bound of the projection's magnitude; 0: none
  bool is_asymmetric = false;  // how a float32 vector is quantized for integer weights
};

// Returns the members that the parameter structs of both operators have.
template <typename Params>
LstmOptions LstmOptionsOf(const ir::Params& params) {
  const auto& lstm = params.As<Params>();
  return {.activation = lstm.activation,
          .cell_clip = lstm.cell_clip,
          .proj_clip = lstm.proj_clip,
          .is_asymmetric = lstm.asymmetric_quantize_inputs};
}

// Vectors that a cell reads, one for each row of the batch.
struct LstmInputs {
  int batch = 0;
  int input_size = 0;
  int aux_size = -1;  // size of an auxiliary input; -1: the cell reads none
};

Status CheckLstmOptions(const LstmOptions& options);

// Checks the operands of a cell against each other and against `inputs`. `takes_diagonal` allows diagonal
// recurrent weights.
Result<LstmSizes> CheckLstm(const ir::ShapeQuery& query, const LstmOperands& operands,
                            const LstmInputs& inputs, bool takes_diagonal);

}  // namespace litevk
