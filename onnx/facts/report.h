// The report of a conversion: statistics, and the nodes that have no ONNX form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "onnx/facts/pass_refusal.h"

namespace litevk::to_onnx {

// Nodes that cannot be written as ONNX, by operator and reason. Without nodes, the entry is about an input,
// an output or a variable of the model.
struct Refusal {
  std::string op;  // or "input", "output", "variable"
  std::string reason;
  std::vector<int> nodes;  // indices in the TFLite model
};

// Number of transposes that the operators' layouts need, for one reason (ReasonFor in
// runtime/layout/transpose_reason.h).
struct TransposeCount {
  std::string reason;
  size_t count = 0;
};

// Statistics and diagnostics of a conversion.
struct Report {
  int opset = 0;
  size_t tflite_nodes = 0;
  size_t onnx_nodes = 0;
  size_t transposes = 0;
  size_t quantize_nodes = 0;
  size_t dequantize_nodes = 0;
  std::vector<std::string> open_dims;  // names of dims that can be chosen at run time
  std::vector<int64_t> multiples;      // for each open dim: only multiples of this number can be run
  std::string fixed_dims;              // reason why open dims are fixed to those of the file; empty: none are
  std::vector<TransposeCount> added_transposes;
  std::vector<Refusal> approximations;     // nodes whose ONNX form differs from TFLite, with the difference
  std::vector<Refusal> refusals;           // reasons why there is no model; empty: the conversion succeeded
  std::vector<PassRefusal> pass_refusals;  // matches that passes left as they are
  std::string dump;                        // graph after the pass of the options; empty: the pass did not run
};

// Adds a node, if any, to the entry of its operator and reason.
void AddRefusal(std::vector<Refusal>& refusals, const std::string& op, const std::string& reason,
                std::optional<int> node);

// Returns a line for each entry: "CONV_2D (3 nodes: 1, 4, 7): ...".
std::string RefusalText(const std::vector<Refusal>& refusals);

}  // namespace litevk::to_onnx
