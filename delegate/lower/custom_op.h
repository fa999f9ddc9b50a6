// An operator that a user brings: its record and its GPU kernel, made from the description of the public
// header. A node refers to it by ir::Node::custom_op.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/include/litevk/litevk_gpu_op.h"
#include "delegate/kernel/op_spec.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/module_interface.h"
#include "runtime/opset/op_info.h"

namespace litevk {

struct CustomOp : OpInfo {
  // Returns the custom operator of a node that has one.
  static const CustomOp& Of(const ir::Node& node) { return static_cast<const CustomOp&>(*node.custom_op); }

  // Copies a description that is as litevk_gpu_op.h wants it, with the interface of its module. MakeCustomOp
  // adds the functions: infer_shapes and the kernel of `spec`.
  CustomOp(const LitevkGpuOp& from, gpu::ModuleInterface interface);
  CustomOp(const CustomOp&) = delete;
  CustomOp& operator=(const CustomOp&) = delete;

  // True if the description has the node's name and version; the second function checks the number and types
  // of the node's tensors.
  bool HasNameOf(const ir::Node& node) const;
  bool TakesTypesOf(const ir::Graph& graph, const ir::Node& node) const;

  LitevkGpuOp described;  // its pointers lead into the copies below
  OpSpec spec;
  gpu::ModuleInterface module;
  gpu::ShaderInfo shader;

 private:
  std::string name_;
  std::string entry_point_;
  std::vector<uint32_t> words_;
  std::vector<LitevkGpuOperand> inputs_;
  std::vector<LitevkGpuOperand> outputs_;
  std::vector<std::string> binding_names_;
  std::vector<gpu::BindingInfo> bindings_;
};

// Returns the words of the description's module, and the name of its entry point, which the description may
// omit.
std::span<const uint32_t> SpirvOf(const LitevkGpuOp& described);
const char* EntryPointOf(const LitevkGpuOp& described);

}  // namespace litevk
