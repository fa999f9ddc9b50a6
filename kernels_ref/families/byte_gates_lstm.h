// The LSTM of int8 numbers whose sums are int8 too, so that twelve intermediates say how they rescale
// (LstmStepInteger8x8_8 of tflite/kernels/lstm_eval.cc). Norms and gates are computed in float32.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/opset/families/lstm.h"
#include "runtime/opset/fixed_point.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

class ByteGatesLstm {
 public:
  // Each gate with a norm of its own has three: of its sums, of the input's part, of the output state's part.
  static constexpr size_t kIntermediates = 12;

  // Fails where operands or scales are none that TFLite takes. `args`, which is kept by reference, are those
  // of a node that passed CheckLstm.
  static Result<ByteGatesLstm> Create(const KernelArgs& args, const LstmOptions& options);

  // Reads one input vector, updates the states of one row of the batch and writes its output vector.
  void Step(int row, const int8_t* input, int8_t* output) const;

 private:
  // How products with one vector become numbers of 8 bits, and these a part of the gate's sum.
  struct Part {
    const int8_t* weights;
    FixedPoint to_number;
    int zero_point;
    FixedPoint to_sum;
  };
  struct Gate {
    Part of_input;
    Part of_output_state;
    const int16_t* norm;
    const int32_t* bias;
    float norm_scale;
  };
  // Numbers of 8 bits.
  struct Vector {
    std::span<const int8_t> values;
    int zero_point;
  };

  explicit ByteGatesLstm(const KernelArgs& args) : args_(args) {}

  Status CheckOperands() const;
  Result<Gate> ReadGate(size_t index) const;
  Result<Part> ReadPart(int weights, int vector, size_t intermediate) const;
  std::vector<int16_t> Sum(const Gate& gate, const Vector& input, const Vector& output_state) const;
  void Project(std::span<const int16_t> hidden, std::span<int8_t> output) const;
  bool Has(int operand) const { return args_.has_input(static_cast<size_t>(operand)); }
  const ConstView& Operand(int operand) const { return args_.inputs[static_cast<size_t>(operand)]; }
  float ScaleOf(int operand) const { return Operand(operand).tensor->quantization.scales[0]; }
  int ZeroPointOf(int operand) const { return Operand(operand).tensor->quantization.zero_points[0]; }

  const KernelArgs& args_;
  LstmSizes sizes_ = {};
  Gate forget_gate_ = {};
  Gate cell_gate_ = {};
  Gate output_gate_ = {};
  FixedPoint projection_ = {};
  int16_t cell_clip_ = 0;       // 0: none
  int8_t projection_clip_ = 0;  // 0: none
};

// Runs the node over its input {rows, size}.
Status RunByteGatesLstm(const KernelArgs& args, const LstmOptions& options);

}  // namespace litevk::ref
