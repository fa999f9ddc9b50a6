// One time step of the LSTM that LSTM's full kernel and UNIDIRECTIONAL_SEQUENCE_LSTM share, with the variants
// that their operands select:
//   no input gate weights (CIFG)  the input gate is 1 - the forget gate
//   cell weights (peephole)       gates also see the cell state
//   layer norm coefficients       a gate's sum is normalized before its bias is added
//   projection weights            the output is a matrix times the gated cell state
#pragma once

#include "kernels_ref/families/recurrent.h"

namespace litevk::ref {

// Positions of the operands.
inline constexpr int kLstmInput = 0;
inline constexpr int kLstmProjectionWeights = 16;
inline constexpr int kLstmProjectionBias = 17;
inline constexpr int kLstmOutputState = 18;
inline constexpr int kLstmCellState = 19;

struct LstmGate {
  const char* name;
  int weights;            // {cells, input}
  int recurrent_weights;  // {cells, outputs}; {cells}: the diagonal of a square matrix
  int cell_weights;       // {cells}; -1: the gate never has them
  int bias;               // {cells}
  int norm;               // {cells}: coefficients
};

inline constexpr LstmGate kLstmInputGate = {"input gate", 1, 5, 9, 12, 20};
inline constexpr LstmGate kLstmForgetGate = {"forget gate", 2, 6, 10, 13, 21};
inline constexpr LstmGate kLstmCellGate = {"cell gate", 3, 7, -1, 14, 22};
inline constexpr LstmGate kLstmOutputGate = {"output gate", 4, 8, 11, 15, 23};

struct LstmSizes {
  int input = 0;
  int cells = 0;
  int outputs = 0;
};

struct LstmOptions {
  int activation = 0;      // of the cell gate and of the cell state
  float cell_clip = 0.0F;  // bound of the cell state's magnitude; 0: none
  float proj_clip = 0.0F;  // bound of the projection's magnitude; 0: none
};

// Checks options and operands, apart from input 0's rank, against each other and against `batch` and
// `input_size`. Diagonal recurrent weights pass where `takes_diagonal`.
Result<LstmSizes> CheckLstm(const ir::ShapeQuery& query, const LstmOptions& options, int batch,
                            int input_size, bool takes_diagonal);

class LstmCell {
 public:
  // `args`, kept by reference, are those of a node that passed CheckLstm.
  LstmCell(const KernelArgs& args, const LstmOptions& options);

  // Reads one input vector, updates the states of one row of the batch and writes its output vector.
  void Step(int row, const float* input, float* output) const;

 private:
  using Ref = Eigen::Ref<const Vector>;

  Vector Evaluate(const LstmGate& gate, const Ref& input, const Ref& output_state, const Ref& cell_state,
                  int activation) const;
  Vector Recur(int weights, const Ref& output_state) const;
  Vector Project(const Vector& hidden) const;
  bool Has(int operand) const { return args_.has_input(static_cast<size_t>(operand)); }
  const ConstView& Operand(int operand) const { return args_.inputs[static_cast<size_t>(operand)]; }

  const KernelArgs& args_;
  LstmOptions options_;
  LstmSizes sizes_;
};

}  // namespace litevk::ref
