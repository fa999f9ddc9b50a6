// What a kernel writes: views of its outputs, and the strings of those of string tensors.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Views of a node's outputs, in order. The strings become the bytes of their tensors after the run.
struct OutputViews {
  std::vector<MutableView> views;
  std::deque<std::vector<std::string>> strings;  // a deque: its elements stay where they are

  // Adds the next output, which outlives the views. Its dims are known.
  void Add(const ir::Tensor& tensor, std::span<std::byte> bytes) {
    MutableView view = {&tensor, bytes};
    if (view.type() == ir::DataType::kString) {
      view.strings = &strings.emplace_back(static_cast<size_t>(view.dims().NumElements()));
    }
    views.push_back(view);
  }
};

}  // namespace litevk::ref
