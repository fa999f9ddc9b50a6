// One time step of the cell that RNN, UNIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_RNN share:
// hidden = activation(input_weights * input + recurrent_weights * hidden + bias), which is the output.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels_ref/families/recurrent.h"
#include "runtime/opset/families/rnn.h"

namespace litevk::ref {

class RnnStepper {
 public:
  // `args`, kept by reference, are those of a node that passed CheckRnnCell.
  RnnStepper(const KernelArgs& args, const RnnCell& cell, int activation)
      : args_(args), cell_(cell), activation_(activation) {}

  // Reads one input vector, updates the state of one row of the batch and writes its output vector. `added`
  // is what else counts in the sum; null: nothing.
  void Step(int row, const float* input, float* output, const Vector* added = nullptr) const {
    const auto weights = MapMatrix(Operand(cell_.input_weights));
    const auto recurrent = MapMatrix(Operand(cell_.recurrent_weights));
    const Eigen::Index units = weights.rows();
    float* state = args_.variables[static_cast<size_t>(cell_.hidden_state)].data<float>();
    Eigen::Map<Vector> hidden(state + row * units, units);
    Vector sum = MapVector(Operand(cell_.bias)) + weights * MapVector(input, weights.cols());
    if (added != nullptr) sum += *added;
    sum += recurrent * hidden;
    hidden = ActivateAll(activation_, sum);
    Eigen::Map<Vector>(output, units) = hidden;
  }

 private:
  const ConstView& Operand(int operand) const { return args_.inputs[static_cast<size_t>(operand)]; }

  const KernelArgs& args_;
  const RnnCell& cell_;
  int activation_;
};

}  // namespace litevk::ref
