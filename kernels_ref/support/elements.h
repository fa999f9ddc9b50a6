// Moving elements of any type, strings included, without reading them. Positions count elements in
// row-major order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// The strings of a tensor; fails unless its bytes hold one for each element of its dims.
Result<std::vector<std::string_view>> StringsOf(const ConstView& view);

// Copies elements of one tensor into another of the same type.
class ElementCopier {
 public:
  // Fails when the bytes of a string tensor do not hold its elements. The views must outlive the copier.
  static Result<ElementCopier> Create(const ConstView& source, const MutableView& dest);

  // Copies `count` elements. The two ranges must lie in their tensors.
  void Copy(int64_t from, int64_t to, int64_t count) const;
  void CopyOne(int64_t from, int64_t to) const { Copy(from, to, 1); }

 private:
  size_t element_bytes_ = 0;
  const std::byte* source_ = nullptr;
  std::byte* dest_ = nullptr;
  std::vector<std::string_view> source_strings_;
  std::vector<std::string>* dest_strings_ = nullptr;  // null unless the type is string
};

// Input 0 to output 0 in their order, for the operators that change dims only.
Status CopyInput(const KernelArgs& args);

// Puts the only element of `value` everywhere in `dest`.
Status FillElements(const ConstView& value, const MutableView& dest);

// Where a walk's elements lie in a tensor: that of the first one, and the distance along each walked axis.
struct Placement {
  int64_t first = 0;
  std::vector<int64_t> strides;
};

// Walks `dims`, which may differ from the dims of both tensors, and copies element by element.
void CopyStrided(const ir::Shape& dims, const ElementCopier& copier, const Placement& source,
                 const Placement& dest);

// Every input cut into `rows` equal parts: the first part of each input in turn, then the second ones.
Status JoinRows(const KernelArgs& args, int64_t rows);

// The reverse: row by row, a part of `source` goes to each output in turn.
Status SplitRows(const ConstView& source, const KernelArgs& args, int64_t rows);

}  // namespace litevk::ref
