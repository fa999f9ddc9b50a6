#include "kernels_ref/support/elements.h"

#include <cstring>

#include "kernels_ref/support/strides.h"
#include "runtime/tflite/strings.h"

namespace litevk::ref {

Result<std::vector<std::string_view>> StringsOf(const ConstView& view) {
  LITEVK_ASSIGN_OR_RETURN(std::vector<std::string_view> strings, UnpackStrings(view.bytes));
  const int64_t elements = view.dims().NumElements();
  const auto found = static_cast<int64_t>(strings.size());
  if (found == elements) return strings;
  return InvalidArgument("a string tensor stores " + std::to_string(found) + " strings, expected " +
                         std::to_string(elements));
}

Result<ElementCopier> ElementCopier::Create(const ConstView& source, const MutableView& dest) {
  ElementCopier copier;
  copier.element_bytes_ = source.element_bytes();
  copier.source_ = source.bytes.data();
  copier.dest_ = dest.bytes.data();
  if (source.type() != ir::DataType::kString) return copier;
  LITEVK_ASSIGN_OR_RETURN(copier.source_strings_, StringsOf(source));
  copier.dest_strings_ = dest.strings;
  return copier;
}

void ElementCopier::Copy(int64_t from, int64_t to, int64_t count) const {
  if (count == 0) return;
  const auto source = static_cast<size_t>(from);
  const auto dest = static_cast<size_t>(to);
  const auto elements = static_cast<size_t>(count);
  if (dest_strings_ == nullptr) {
    std::memcpy(dest_ + dest * element_bytes_, source_ + source * element_bytes_, elements * element_bytes_);
    return;
  }
  for (size_t index = 0; index < elements; ++index) {
    (*dest_strings_)[dest + index] = source_strings_[source + index];
  }
}

Status CopyInput(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  copier.Copy(0, 0, args.inputs[0].dims().NumElements());
  return {};
}

Status FillElements(const ConstView& value, const MutableView& dest) {
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(value, dest));
  const int64_t count = dest.dims().NumElements();
  for (int64_t index = 0; index < count; ++index) copier.CopyOne(0, index);
  return {};
}

void CopyStrided(const ir::Shape& dims, const ElementCopier& copier, const Placement& source,
                 const Placement& dest) {
  const std::vector<int64_t> strides[] = {source.strides, dest.strides};
  const int64_t count = dims.NumElements();
  Walker walker(dims, strides);
  for (int64_t index = 0; index < count; ++index, walker.Next()) {
    copier.CopyOne(source.first + walker.offset(0), dest.first + walker.offset(1));
  }
}

Status JoinRows(const KernelArgs& args, int64_t rows) {
  const MutableView& output = args.outputs[0];
  if (output.dims().NumElements() == 0) return {};
  const int64_t pitch = output.dims().NumElements() / rows;
  int64_t offset = 0;
  for (const ConstView& input : args.inputs) {
    LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(input, output));
    const int64_t part = input.dims().NumElements() / rows;
    for (int64_t row = 0; row < rows; ++row) copier.Copy(row * part, row * pitch + offset, part);
    offset += part;
  }
  return {};
}

Status SplitRows(const ConstView& source, const KernelArgs& args, int64_t rows) {
  if (source.dims().NumElements() == 0) return {};
  const int64_t pitch = source.dims().NumElements() / rows;
  int64_t offset = 0;
  for (const MutableView& output : args.outputs) {
    LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(source, output));
    const int64_t part = output.dims().NumElements() / rows;
    for (int64_t row = 0; row < rows; ++row) copier.Copy(row * pitch + offset, row * part, part);
    offset += part;
  }
  return {};
}

}  // namespace litevk::ref
