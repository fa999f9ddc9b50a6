#include "runtime/opset/ops/tile.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/strided.h"
#include "runtime/ir/shape.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Multiples = std::vector<int64_t>;

// Returns a walk over each dim as often as it is repeated, without a step in memory from one repetition to
// the next.
StridedDims RepeatedDims(const ir::Shape& dims, const Multiples& multiples) {
  const StridedDims input = DenseDims(dims);
  StridedDims repeated;
  for (size_t axis = 0; axis < input.size(); ++axis) {
    repeated.push_back({.size = multiples[axis], .stride = 0});
    repeated.push_back(input[axis]);
  }
  return repeated;
}

bool IsOneWalk(const ir::Shape& dims, const Multiples& multiples) {
  return Simplify(RepeatedDims(dims, multiples), true).size() <= kWalkDims;
}

ir::Shape Repeat(const ir::Shape& dims, const Multiples& multiples) {
  std::vector<int> repeated = dims.dims();
  for (size_t axis = 0; axis < repeated.size(); ++axis) repeated[axis] *= static_cast<int>(multiples[axis]);
  return ir::Shape(repeated);
}

// Returns the multiples of the dispatches that repeat one after another. From the innermost axis on, each
// takes as many axes as a walk has dims for. A single axis takes four dims at most.
std::vector<Multiples> SplitIntoWalks(ir::Shape dims, const Multiples& multiples) {
  const Multiples ones(multiples.size(), 1);
  std::vector<Multiples> walks = {ones};
  for (size_t axis = multiples.size(); axis-- > 0;) {
    walks.back()[axis] = multiples[axis];
    if (IsOneWalk(dims, walks.back())) continue;
    walks.back()[axis] = 1;
    dims = Repeat(dims, walks.back());
    walks.push_back(ones);
    walks.back()[axis] = multiples[axis];
  }
  return walks;
}

void Lower(Lowering& lowering) {
  ir::Shape dims = lowering.view().input(0).dims;
  gpu::TensorId source = gpu::kNoTensor;  // written by the walk before
  const std::vector<Multiples> walks = SplitIntoWalks(dims, ResolveAgain(lowering.view(), ResolveMultiples));
  for (const Multiples& multiples : walks) {
    StridedCopy copy = {.source = RepeatedDims(dims, multiples)};
    dims = Repeat(dims, multiples);
    if (&multiples != &walks.back()) {
      copy.scratch =
          lowering.AddScratch("tiled", static_cast<uint64_t>(dims.NumElements()), lowering.OutputStorage());
    }
    const bool is_first = &multiples == walks.data();
    if (is_first) {
      EmitCopyOf(lowering, 0, copy);
    } else {
      EmitCopy(lowering, source, copy);
    }
    source = copy.scratch;
  }
}

// True if the first walk, which reads the input, may read the rows.
bool ReadsRows(const NodeView& view, const StridedInput& input) {
  const std::vector<Multiples> walks = SplitIntoWalks(input.dims, ResolveAgain(view, ResolveMultiples));
  return input.index == 0 && IsOneCopy({.source = RepeatedDims(input.dims, walks.front())}, input.rows);
}

}  // namespace

OpSpec MakeSpec_tile() {
  return {
      .op_code = abi::kTfLiteBuiltinTile,
      .kernels = {{.element = kMovedOrComplex,
                   .constraints = {{"the multiples are stored in the model or computed from shapes",
                                    InputIsPlanned<1>}},
                   .epilogue = kFloat32Epilogue,
                   .form = Form::kMoves,
                   .keeps_elements = RepeatsNothing,
                   .reads_strided = ReadsRows,
                   .writes_strided = StridedResult::kOfWords,
                   .lower = Lower}},
  };
}

}  // namespace litevk
