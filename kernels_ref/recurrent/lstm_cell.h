// One time step of the LSTM that LSTM's full kernel, UNIDIRECTIONAL_SEQUENCE_LSTM and
// BIDIRECTIONAL_SEQUENCE_LSTM share. The operands select variants:
// Without input gate weights (CIFG) the input gate is 1 - the forget gate.
// With cell weights (peephole) gates also read the cell state.
// With layer norm coefficients a gate's sum is normalized before its bias is added.
// With projection weights the output is a matrix times the gated cell state.
// With auxiliary weights gates also read an auxiliary input.
#pragma once

#include "kernels_ref/recurrent/cell_matmul.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk::ref {

class LstmCell {
 public:
  // `args` and `operands` are kept by reference; they must be of a node that passed CheckLstm.
  LstmCell(const KernelArgs& args, const LstmOperands& operands, const LstmOptions& options);

  const LstmSizes& sizes() const { return sizes_; }

  // Reads an input vector and, if the cell has weights for it, an auxiliary one. Updates the states of one
  // row of the batch and writes its output vector.
  void Step(int row, const float* input, float* output, const float* aux = nullptr) const;

 private:
  using Ref = Eigen::Ref<const Vector>;

  // Vectors that the gates read.
  struct Sources {
    const float* input;
    const float* aux;
    Ref output_state;
    Ref cell_state;
  };

  Vector Evaluate(const LstmGate& gate, const Sources& from, int activation) const;
  void Recur(int weights, const Ref& output_state, Vector& sum) const;
  Vector Project(const Vector& hidden) const;
  bool Has(int operand) const { return args_.has_input(static_cast<size_t>(operand)); }
  void Add(int weights, const float* vector, Vector& sum) const {
    AddMatmul(Operand(weights), vector, options_.is_asymmetric, sum);
  }
  const ConstView& Operand(int operand) const { return args_.inputs[static_cast<size_t>(operand)]; }

  const KernelArgs& args_;
  const LstmOperands& operands_;
  LstmOptions options_;
  LstmSizes sizes_;
};

}  // namespace litevk::ref
