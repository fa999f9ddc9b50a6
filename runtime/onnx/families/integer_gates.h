// The gates of the LSTM of int8 numbers side by side: {batch, gates, cells}, whole numbers in float64.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/onnx/families/integer_norm.h"
#include "runtime/onnx/node_writer.h"
#include "runtime/opset/families/integer_lstm.h"
#include "runtime/opset/families/lstm.h"

namespace litevk::to_onnx {

class IntegerGates {
 public:
  // `scaling` is that of the node, whose weights are stored.
  IntegerGates(NodeWriter& node, const IntegerLstmScaling& scaling);

  size_t count() const { return gates_.size(); }
  // Says whether the output gate looks at the cell state that the step makes, and so is the last one to be
  // evaluated.
  bool has_peephole() const;

  // Returns the sums of the input's products with all weights, of all steps: {..., gates, cells}.
  Name InputSums();
  // Returns a step's part of these with the products of the output state, {batch, 1, outputs} of uint8.
  Name WithOutputState(const Name& sums, const Name& state);
  // Returns what so many gates let through, `first` and those behind it, {batch, 1, cells} each. `sums` are
  // theirs, and `cell` is the cell state that they look at.
  std::vector<Name> Evaluate(const Name& sums, const Name& cell, size_t first, size_t count);
  // Returns parts of values that lie side by side, of so many gates each.
  std::vector<Name> Split(const Name& values, const std::vector<int64_t>& counts);

 private:
  struct Gate {
    const LstmGate* operands;
    IntegerLstmGate factors;
  };

  static std::vector<Gate> GatesOf(const NodeWriter& node, const IntegerLstmScaling& scaling);
  std::vector<size_t> Operands(int LstmGate::*member) const;
  Name Rescaled(const Name& sums, FixedPoint IntegerLstmGate::*factor, size_t first, size_t count,
                double largest);
  Name WithCell(const Name& sums, const Name& cell, size_t first, size_t count);
  bool has_norm() const;
  IntegerNorms NormsOf(size_t first, size_t count) const;

  NodeWriter& node_;
  std::vector<Gate> gates_;
  LstmSizes sizes_;
  Name recurrent_weights_;
  Name logistic_;
  Name tanh_;
};

}  // namespace litevk::to_onnx
