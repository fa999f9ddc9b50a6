// The int8 LSTM with an int16 cell state, shared by LSTM's full kernel and UNIDIRECTIONAL_SEQUENCE_LSTM.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels_ref/recurrent/gate_norm.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/recurrent/int16_gates_lstm.h"

namespace litevk::ref {

class Int16GatesLstm {
 public:
  // Fails on scales that TFLite does not accept. `args`, which is kept by reference, must be of a node that
  // passed CheckLstm.
  static Result<Int16GatesLstm> Create(const KernelArgs& args, const LstmOptions& options);

  const LstmSizes& sizes() const { return sizes_; }

  // Reads one input vector, updates the states of one row of the batch and writes its output vector.
  void Step(int row, const int8_t* input, int8_t* output) const;

 private:
  struct Gate {
    const LstmGate* operands;
    Int16Gate multipliers;
    std::optional<GateNorm> norm;
  };
  // An int8 vector, and the parameters that rescale its product to a sum of the node.
  struct Integers {
    const int8_t* values;
    int zero_point;
  };
  struct States {
    Integers input;
    Integers output;
    std::span<const int16_t> cell;
  };
  Int16GatesLstm(const KernelArgs& args, const LstmSizes& sizes) : args_(args), sizes_(sizes) {}

  Gate ReadGate(const LstmGate& operands, const Int16Gate& multipliers) const;
  std::vector<int16_t> Sum(const Gate& gate, const States& from) const;
  std::vector<int16_t> Logistic(const Gate& gate, const States& from) const;
  std::vector<int16_t> InputGate(const States& from) const;
  void UpdateCell(const States& from, std::span<const int16_t> entry, std::span<int16_t> cell) const;
  void Project(std::span<const int32_t> products, std::span<int8_t> output) const;
  bool Has(int operand) const { return args_.has_input(static_cast<size_t>(operand)); }
  const ConstView& Operand(int operand) const { return args_.inputs[static_cast<size_t>(operand)]; }
  int ZeroPointOf(int operand) const { return Operand(operand).tensor->quantization.zero_points[0]; }

  const KernelArgs& args_;
  LstmSizes sizes_;
  Int16GatesScaling scaling_ = {};
  Gate input_gate_ = {};
  Gate forget_gate_ = {};
  Gate cell_gate_ = {};
  Gate output_gate_ = {};
};

// Refuses a node that passed CheckLstm for scales that TFLite does not take.
Status CheckInt16GatesLstm(const PreparedNode& node, const LstmOptions& options);

// Runs the node over its input {rows, size}, or over sequences of it.
Status RunInt16GatesLstm(const KernelArgs& args, const LstmOptions& options, bool is_time_major);

}  // namespace litevk::ref
