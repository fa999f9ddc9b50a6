// One time step of the LSTM that LSTM's full kernel and UNIDIRECTIONAL_SEQUENCE_LSTM share, with the variants
// that their operands select:
//   no input gate weights (CIFG)  the input gate is 1 - the forget gate
//   cell weights (peephole)       gates also see the cell state
//   layer norm coefficients       a gate's sum is normalized before its bias is added
//   projection weights            the output is a matrix times the gated cell state
#pragma once

#include "kernels_ref/families/recurrent.h"
#include "runtime/opset/families/lstm.h"

namespace litevk::ref {

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
