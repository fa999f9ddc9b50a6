// The options of a conversion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ir/shape.h"
#include "runtime/layout/layout_request.h"

namespace litevk::to_onnx {

inline constexpr int kOldestOpset = 13;
inline constexpr int kDefaultOpset = 17;
inline constexpr int kNewestOpset = 21;

// Size limit of protobuf's readers.
inline constexpr size_t kMostFileBytes = std::numeric_limits<int32_t>::max();

// Marks a dim that stays open, as in the shape signature of a file.
inline constexpr int kOpen = -1;

struct Options {
  int opset = kDefaultOpset;
  std::vector<NamedLayout> layouts;
  bool has_channels_first_edges = false;
  bool folds_quantization = false;          // replace quantized tensors by floats
  bool follows_roundings = false;           // follow TFLite's rounding rather than use onnxruntime's fast
                                            // kernels
  bool has_external_data = false;           // put weights into a separate file: the model's name and ".data"
  size_t most_file_bytes = kMostFileBytes;  // larger models get a separate file of weights in any case
  bool folds_float16 = false;               // convert float16 constants to float32
  bool keeps_open_dims = true;  // name the dims that the model leaves open; false: use the dims of its file
  std::string signature;        // signature of the model to convert; empty: its first subgraph
  std::vector<std::pair<std::string, ir::Shape>> shapes;  // dims of inputs by name; kOpen: left open
  std::string dump_after;  // pass after which the graph is printed into the report; empty: none
  // Called after each node of the TFLite model with the number of nodes written, and their total number.
  std::function<void(size_t done, size_t total)> on_progress;
};

}  // namespace litevk::to_onnx
