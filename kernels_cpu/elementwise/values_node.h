// Runs of a plain loop that make tables of its results.
#pragma once

#include <cstddef>
#include <span>

#include "runtime/opset/run_node.h"

namespace litevk::cpu {

// A node with one input like another one, for `count` values of a row.
class ValuesNode {
 public:
  ValuesNode(const ref::PreparedNode& node, int count)
      : node_(node), input_(*node.inputs[0]), output_(*node.outputs[0]) {
    input_.dims = {count};
    input_.constness = ir::Constness::kRuntime;
    output_.dims = {count};
  }

  // Returns false if the plain loop refuses a value.
  bool Run(const ref::KernelRow& row, ref::KernelFn plain, std::span<const std::byte> bytes,
           std::span<std::byte> results) const {
    const ref::ConstView input = {&input_, bytes};
    const ref::MutableView output = {&output_, results};
    return ref::RunChecked(
               row, plain,
               {.params = node_.params, .inputs = {&input, 1}, .outputs = {&output, 1}, .variables = {}})
        .ok();
  }

 private:
  const ref::PreparedNode& node_;
  ir::Tensor input_;
  ir::Tensor output_;
};

}  // namespace litevk::cpu
