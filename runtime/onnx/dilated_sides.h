// Blocks, paddings and crops of the moves by which TFLite's converter dilates a window, and the padding of
// one that is dilated in their place.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

inline constexpr size_t kSides = 2;
using Sides = std::array<int, kSides>;  // of height and width
// Paddings or crops before and behind each side.
using Margins = std::array<Sides, kSides>;
// Axis at which a dim of 1 is put into rows of pixels for the window alone: 1 or 2.
using AddedDim = std::optional<int>;

// Returns the block of a SPACE_TO_BATCH_ND or BATCH_TO_SPACE_ND, and its paddings or crops; nothing where
// they are not stored or have other sides. Those of rows of pixels are of the side that is not the added dim.
std::optional<Sides> BlockOf(const ir::Graph& graph, const ir::Node& node, AddedDim added);
std::optional<Margins> MarginsOf(const ir::Graph& graph, const ir::Node& node, AddedDim added);

// Returns the padding of the dilated window that leaves no more and no less around the image than the three
// nodes do; nothing where none does.
std::optional<int> JoinedPadding(const Sides& kernel, const Sides& block, const Margins& pads,
                                 const Margins& crops, bool is_same);

}  // namespace litevk::to_onnx
