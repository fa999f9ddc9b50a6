// One time step of the cell that RNN, UNIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_RNN share.
// Computes hidden = activation(input_weights * input + recurrent_weights * hidden + bias), which is also the
// output.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels_ref/recurrent/cell_matmul.h"
#include "runtime/opset/recurrent/rnn.h"

namespace litevk::ref {

// Options of the cell that all parameter structs have.
struct RnnOptions {
  int activation;
  bool is_asymmetric;  // how a vector is quantized if the weights are integers
};

template <typename Params>
RnnOptions RnnOptionsOf(const KernelArgs& args) {
  const auto& params = args.params.As<Params>();
  return {params.activation, params.asymmetric_quantize_inputs};
}

// An auxiliary input vector, and the index of the operand with its weights.
struct AuxVector {
  const float* values = nullptr;
  int weights = -1;
};

class RnnStepper {
 public:
  // `args` is kept by reference; it must be of a node that passed CheckRnnCell.
  RnnStepper(const KernelArgs& args, const RnnCell& cell, const RnnOptions& options)
      : args_(args), cell_(cell), options_(options) {}

  // Reads one input vector, updates the state of one row of the batch and writes its output vector.
  void Step(int row, const float* input, float* output, const AuxVector& aux = {}) const {
    Vector sum = MapVector(Operand(cell_.bias));
    const Eigen::Index units = sum.size();
    float* state = args_.variables[static_cast<size_t>(cell_.hidden_state)].data<float>() + row * units;
    Add(cell_.input_weights, input, sum);
    if (aux.values != nullptr) Add(aux.weights, aux.values, sum);
    Add(cell_.recurrent_weights, state, sum);
    const Vector hidden = ActivateAll(options_.activation, sum);
    Eigen::Map<Vector>(state, units) = hidden;
    Eigen::Map<Vector>(output, units) = hidden;
  }

 private:
  const ConstView& Operand(int operand) const { return args_.inputs[static_cast<size_t>(operand)]; }
  void Add(int weights, const float* vector, Vector& sum) const {
    AddMatmul(Operand(weights), vector, options_.is_asymmetric, sum);
  }

  const KernelArgs& args_;
  const RnnCell& cell_;
  RnnOptions options_;
};

}  // namespace litevk::ref
