// Text for the words of a dispatch, for the debug dump.
#pragma once

#include <string>
#include <vector>

#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph_index.h"

namespace litevk {

// Returns the model's nodes that the dispatch computes, in their order: "4 CONV_2D, 5 ADD, 6 RELU".
std::string NodesText(const ir::Graph& graph, const ir::GraphIndex& index, const gpu::Dispatch& dispatch);

// Returns the specialization constants without those of the epilogue, or the push constants, each with a
// space before it. Examples: " kFilterH=3 kFilterW=3", " stride=[12, 4, 1] width=/7", where shaders divide by
// the latter. Plain words if the shader's fields are not known.
std::string SpecializationText(const gpu::Dispatch& dispatch);
std::string PushText(const gpu::Dispatch& dispatch);

// Returns the steps of the epilogue, in execution order (delegate/kernel/epilogue.h): "Add: v + x; x = tensor
// 7 'sum', element by element".
std::vector<std::string> EpilogueTexts(const gpu::Graph& program, const gpu::Dispatch& dispatch);

}  // namespace litevk
