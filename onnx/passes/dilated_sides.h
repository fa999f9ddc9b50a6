// Blocks, paddings and crops of the batch moves that TFLite's converter emits for a dilated window. From them
// follows the padding of an equivalent dilated window.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

inline constexpr size_t kSides = 2;
using Sides = std::array<int, kSides>;  // height and width
// Paddings or crops before and behind each spatial axis.
using Margins = std::array<Sides, kSides>;
// Axis, 1 or 2, at which a dim of 1 is inserted into one-dimensional images, only for the window.
using AddedDim = std::optional<int>;

// Return the block of a SPACE_TO_BATCH_ND or BATCH_TO_SPACE_ND, and its paddings or crops. Nothing if they
// are not stored or have other axes. For one-dimensional images, they belong to the axis that is not the
// added dim.
std::optional<Sides> BlockOf(const ir::Graph& graph, const ir::Node& node, AddedDim added);
std::optional<Margins> MarginsOf(const ir::Graph& graph, const ir::Node& node, AddedDim added);

// Returns the padding (abi::TfLitePadding) of the dilated window that pads exactly as the three nodes do;
// nothing if there is none.
std::optional<int> JoinedPadding(const Sides& kernel, const Sides& block, const Margins& pads,
                                 const Margins& crops, bool is_same);

}  // namespace litevk::to_onnx
