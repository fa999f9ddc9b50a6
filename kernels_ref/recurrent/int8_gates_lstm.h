// The int8 LSTM whose gate sums are int8 too (runtime/opset/recurrent/int8_gates_lstm.h). Norms and gates are
// computed in float32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/opset/kernel.h"
#include "runtime/opset/recurrent/int8_gates_lstm.h"

namespace litevk::ref {

class Int8GatesLstm {
 public:
  // Fails on operands or scales that TFLite does not accept. `args`, which is kept by reference, must be of a
  // node that passed CheckLstm.
  static Result<Int8GatesLstm> Create(const KernelArgs& args, const LstmOptions& options);

  // Reads one input vector, updates the states of one row of the batch and writes its output vector.
  void Step(int row, const int8_t* input, int8_t* output) const;

 private:
  // An int8 vector and its zero point.
  struct Vector {
    std::span<const int8_t> values;
    int zero_point;
  };

  explicit Int8GatesLstm(const KernelArgs& args) : args_(args) {}

  std::vector<int16_t> Sum(const LstmGate& operands, const Int8Gate& gate, const Vector& input,
                           const Vector& output_state) const;
  void Project(std::span<const int16_t> hidden, std::span<int8_t> output) const;
  const ConstView& Operand(int operand) const { return args_.inputs[static_cast<size_t>(operand)]; }
  int ZeroPointOf(int operand) const { return Operand(operand).tensor->quantization.zero_points[0]; }

  const KernelArgs& args_;
  LstmSizes sizes_ = {};
  Int8GatesScaling scaling_ = {};
};

// Refuses a node that passed CheckLstm for operands or scales that TFLite does not take.
Status CheckInt8GatesLstm(const PreparedNode& node, const LstmOptions& options);

// Runs the node over its input {rows, size}.
Status RunInt8GatesLstm(const KernelArgs& args, const LstmOptions& options);

}  // namespace litevk::ref
