// An operator that a user brings: its record and what the GPU does for it, made from the description of the
// public header. ir::Node::custom_op points to it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/include/litevk/litevk_gpu_op.h"
#include "delegate/kernel/op_spec.h"
#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/module_interface.h"
#include "runtime/opset/op_info.h"

namespace litevk {

struct CustomOp : OpInfo {
  // Copies the description. Fails with a sentence that names the operator where the description or its module
  // is not as litevk_gpu_op.h wants it.
  static Result<std::shared_ptr<const CustomOp>> Create(const LitevkGpuOp& described);
  // Returns the custom operator of a node that has one.
  static const CustomOp& Of(const ir::Node& node) { return static_cast<const CustomOp&>(*node.custom_op); }

  CustomOp(const CustomOp&) = delete;
  CustomOp& operator=(const CustomOp&) = delete;

  // Whether the description is one of the node's name and version, and, apart, of its tensors' number and
  // types.
  bool HasNameOf(const ir::Node& node) const;
  bool TakesTypesOf(const ir::Graph& graph, const ir::Node& node) const;

  LitevkGpuOp described;  // its pointers lead into the copies below
  OpSpec spec;
  gpu::ModuleInterface module;
  gpu::ShaderInfo shader;

 private:
  CustomOp(const LitevkGpuOp& from, gpu::ModuleInterface interface);

  std::string name_;
  std::string entry_point_;
  std::vector<uint32_t> words_;
  std::vector<LitevkGpuOperand> inputs_;
  std::vector<LitevkGpuOperand> outputs_;
  std::vector<std::string> binding_names_;
  std::vector<gpu::BindingInfo> bindings_;
};

}  // namespace litevk
