// Open dims of a model's inputs (-1 in the shape signature of the file, or chosen by the user), and run-time
// dims. They have names. Their sizes in several probes tell a conversion what depends on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "onnx/facts/source.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// An axis of an input of the graph, or of a value with a run-time dim.
struct OpenAxis {
  ir::TensorId tensor = 0;
  int axis = 0;
  bool operator==(const OpenAxis&) const = default;
};

// The place of an open dim's size in the ONNX model: a value and one of its axes.
struct SizeAxis {
  std::string value;
  int64_t axis = 0;
};

// Axes that share one size, and their name in ONNX.
struct OpenDim {
  std::string name;
  std::vector<OpenAxis> axes;
  int64_t added = 0;     // added to the sizes of all probes, for windows that do not fit into smaller ones
  int64_t multiple = 1;  // sizes must be multiples of it

  // True for a height, a width or a length, rather than a number of items.
  bool is_side() const;
};

// Returns the open dims of the graph's inputs. Joined inputs share a dim for each axis.
std::vector<OpenDim> FindOpenDims(const Source& source, bool joins_inputs);

// Returns the places of inputs that share a dim with two or more others, each as an open dim of its own.
std::vector<OpenDim> SharedAxes(const Source& source, const std::vector<OpenDim>& dims);

// Returns `dims` with the place of `apart` taken out of the one that has it, and `apart` behind them.
std::vector<OpenDim> WithApart(std::vector<OpenDim> dims, const OpenDim& apart);

// Returns "input 'image' was given the dims 1x64x64x3" for each input whose dims the user has given; ""
// without one.
std::string GivenInputsText(const Source& source);

// Returns "input 'image' leaves dims open and is 1x1x1x3 in the file" for each such input without dims of
// the user; "" if there is none.
std::string OpenInputsText(const Source& source);

// Number of probes. A model is written once for each probe, a set of sizes. Equal parts depend on no open
// dim, and no size follows from another dim's.
inline constexpr size_t kProbes = 3;
// Number of probes if heights, widths or lengths are open. Windows and steps divide those and round, and with
// few sizes all remainders of the results may be equal by chance.
inline constexpr size_t kProbesOfSides = 12;
inline constexpr size_t kMostOpenDims = 6;  // dims of inputs
inline constexpr size_t kMostDims = 12;     // including run-time dims
int64_t ProbeSize(const std::vector<OpenDim>& dims, size_t dim, size_t probe);

// Numbers that are added to sizes, in turn, if a model cannot be written with smaller ones. They keep the
// remainders.
inline constexpr std::array<int64_t, 3> kAdded = {0, 1020, 16320};

// Sets the dims of the graph's inputs: the user's, and for `dims` the sizes of a probe.
void SetProbe(const Source& source, const std::vector<OpenDim>& dims, size_t probe, ir::Graph& graph);

}  // namespace litevk::to_onnx
