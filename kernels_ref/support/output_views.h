// Storage that a kernel writes to: views of its outputs, and the strings of string tensors.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Views of a node's outputs, in order. Strings are copied into their tensors' bytes after the run.
struct OutputViews {
  std::vector<MutableView> views;
  std::deque<std::vector<std::string>> strings;  // a deque does not move its elements

  // Adds the next output. Its tensor must outlive the views, and its dims are known.
  void Add(const ir::Tensor& tensor, std::span<std::byte> bytes) {
    MutableView view = {&tensor, bytes};
    if (view.type() == ir::DataType::kString) {
      view.strings = &strings.emplace_back(static_cast<size_t>(view.dims().NumElements()));
    }
    views.push_back(view);
  }
};

}  // namespace litevk::ref
