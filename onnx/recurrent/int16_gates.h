// The gates of the int8 LSTM side by side: {batch, gates, cells}, integers in float64.
#pragma once

#include <cstddef>
#include <vector>

#include "onnx/recurrent/int16_norm.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/recurrent/int16_gates_lstm.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk::to_onnx {

class Int16Gates {
 public:
  // `scaling` belongs to the node, whose weights must be stored.
  Int16Gates(NodeWriter& node, const Int16GatesScaling& scaling);

  size_t count() const { return gates_.size(); }
  // True if the output gate reads the cell state that the step computes. It must then be evaluated last.
  bool has_peephole() const;

  // Returns the products of the input with all weights, summed, for all steps: {..., gates, cells}.
  Name InputSums();
  // Returns a step's slice of InputSums() plus the products of the output state, uint8 {batch, 1, outputs}.
  Name WithOutputState(const Name& sums, const Name& state);
  // Returns the results of `count` gates from `first` on, {batch, 1, cells} each. `sums` are their sums, and
  // `cell` is the cell state that they read.
  std::vector<Name> Evaluate(const Name& sums, const Name& cell, size_t first, size_t count);
  // Splits gate values that lie side by side, with counts[i] gates in part i.
  std::vector<Name> Split(const Name& values, const std::vector<int64_t>& counts);

 private:
  struct Gate {
    const LstmGate* operands;
    Int16Gate multipliers;
  };

  static std::vector<Gate> GatesOf(const NodeFacts& node, const Int16GatesScaling& scaling);
  std::vector<size_t> Operands(int LstmGate::*member) const;
  Name Rescaled(const Name& sums, FixedPoint Int16Gate::*multiplier, size_t first, size_t count,
                double largest);
  Name WithCell(const Name& sums, const Name& cell, size_t first, size_t count);
  bool has_norm() const;
  Int16Norms NormsOf(size_t first, size_t count) const;

  NodeWriter& node_;
  std::vector<Gate> gates_;
  LstmSizes sizes_;
  Name recurrent_weights_;
  Name logistic_;
  Name tanh_;
};

}  // namespace litevk::to_onnx
