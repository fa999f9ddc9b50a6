// Moving elements of any type, strings included, without reading them. Positions count elements in
// row-major order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Returns the strings of a tensor; fails unless its bytes hold one for each element of its dims.
Result<std::vector<std::string_view>> StringsOf(const ConstView& view);

// Copies elements of one tensor into another of the same type.
class ElementCopier {
 public:
  // Fails if the bytes of a string tensor do not hold its elements. The views must outlive the copier.
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

// Copies input 0 to output 0 in order, for the operators that only change dims.
Status CopyInput(const KernelArgs& args);

// Fills `dest` with the only element of `value`.
Status FillElements(const ConstView& value, const MutableView& dest);

// Layout of a walk in a tensor: offset of its first element, and the stride along each walked axis.
struct Placement {
  int64_t first = 0;
  std::vector<int64_t> strides;
};

// Walks `dims`, which may differ from the dims of both tensors, and copies element by element.
void CopyStrided(const ir::Shape& dims, const ElementCopier& copier, const Placement& source,
                 const Placement& dest);

// Cuts every input into `rows` equal parts. Writes the first part of each input in order, then the second
// parts, and so on.
Status JoinRows(const KernelArgs& args, int64_t rows);

// Reverses JoinRows: row by row, copies a part of `source` to each output in order.
Status SplitRows(const ConstView& source, const KernelArgs& args, int64_t rows);

}  // namespace litevk::ref
