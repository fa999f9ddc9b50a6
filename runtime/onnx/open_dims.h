// Dims that a model's inputs leave open (-1 in the shape signature of the file, or as the user says), and
// those that only a run decides: their names, and sizes by which a conversion finds out what follows from
// them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/onnx/source.h"

namespace litevk::to_onnx {

// An axis of an input of the graph, or of a value whose dims a run decides.
struct OpenPlace {
  ir::TensorId tensor = 0;
  int axis = 0;
};

// Place of an open dim's size in what is written: a value of the ONNX model, and an axis of it.
struct SizePlace {
  std::string value;
  int64_t axis = 0;
};

// Axes that have one size, and the name that ONNX gives it.
struct OpenDim {
  std::string name;
  std::vector<OpenPlace> places;
  int64_t added = 0;     // to the sizes of all probes, for windows that fit into no smaller one
  int64_t multiple = 1;  // only multiples of it are sizes

  // Says whether it is a height, a width or a length, rather than how many items there are.
  bool is_side() const;
};

// Returns the open dims of the graph's inputs: each by itself, or those of an axis together.
std::vector<OpenDim> FindOpenDims(const Source& source, bool joins_inputs);

// Returns "input 'image' leaves dims open and is 1x1x1x3 in the file" for each such input whose dims the user
// has not given; "" without one.
std::string OpenInputsText(const Source& source);

// A model is written once for each probe, a set of sizes. What is the same in all follows from no open dim,
// and no size follows from another dim's.
inline constexpr size_t kProbes = 3;
// Probes of a model whose heights, widths or lengths are open. Windows and steps divide those and round,
// again and again, so that the remainders of what comes of them may be the same for a few sizes by chance.
inline constexpr size_t kProbesOfSides = 12;
inline constexpr size_t kMostOpenDims = 6;  // of inputs
inline constexpr size_t kMostDims = 12;     // with those that a run decides
int64_t ProbeSize(const std::vector<OpenDim>& dims, size_t dim, size_t probe);

// Numbers that are added to sizes one after the other, where a model cannot be written with smaller ones.
// Remainders stay those of the sizes.
inline constexpr std::array<int64_t, 3> kAdded = {0, 1020, 16320};

// Gives the graph's inputs the dims that the user gives, and those of `dims` the sizes of a probe.
void SetProbe(const Source& source, const std::vector<OpenDim>& dims, size_t probe, ir::Graph& graph);

}  // namespace litevk::to_onnx
