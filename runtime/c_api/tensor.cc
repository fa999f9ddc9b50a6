#include <algorithm>
#include <cstring>

#include "runtime/c_api/handles.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/strings.h"

namespace abi = litevk::abi;
namespace c_api = litevk::c_api;
using litevk::InvalidArgument;
using litevk::Status;

namespace {

using Strings = std::vector<std::string_view>;

abi::TfLiteTensor& Unlocked(const LitevkTensor* tensor) { return tensor->subgraph->tensor(tensor->id); }

bool IsInput(const LitevkTensor* tensor) {
  return std::ranges::find(tensor->subgraph->inputs(), tensor->id) != tensor->subgraph->inputs().end();
}

void NoteSet(const LitevkTensor* tensor) {
  tensor->interpreter->use.NoteSet(tensor->subgraph->index(), tensor->id);
}

Status CheckRead(const LitevkTensor* tensor) {
  return tensor->interpreter->use.CheckRead(tensor->subgraph->index());
}

// Returns the tensor with its newest value, which a delegate may have. If the delegate cannot hand it over,
// the tensor has no value.
abi::TfLiteTensor& WithNewestValue(const LitevkTensor* tensor) {
  tensor->subgraph->EnsureReadable(tensor->id);
  return Unlocked(tensor);
}

// Returns the result of `read` for the tensor, or `none` if the calling thread may not read it.
template <typename T, typename Fn>
T Read(const LitevkTensor* tensor, T none, Fn&& read) {
  T result = none;
  c_api::RunOnTensor(tensor, [&]() -> Status {
    LITEVK_RETURN_IF_ERROR(CheckRead(tensor));
    result = read(WithNewestValue(tensor));
    return {};
  });
  return result;
}

Status NoMemory() {
  return InvalidArgument("the tensor has no memory of its own: call AllocateTensors first");
}

// Fails unless the tensor has memory, with the size of the caller's.
Status CheckSize(const abi::TfLiteTensor& tensor, const void* data, size_t size) {
  if (size != tensor.bytes) {
    return InvalidArgument("expected " + std::to_string(tensor.bytes) + " bytes, found " +
                           std::to_string(size));
  }
  if (size > 0 && data == nullptr) return InvalidArgument("the caller's memory is null");
  return size > 0 && tensor.data.data == nullptr ? NoMemory() : Status();
}

std::span<const std::byte> BytesOf(const abi::TfLiteTensor& tensor) {
  const auto* data = static_cast<const std::byte*>(tensor.data.data);
  return {data, data == nullptr ? 0 : tensor.bytes};
}

// Returns nothing for tensors of other types, or if the bytes are no strings.
Strings StringsOf(const abi::TfLiteTensor& tensor) {
  if (tensor.type != abi::kTfLiteString) return {};
  litevk::Result<Strings> strings = litevk::ref::UnpackStrings(BytesOf(tensor));
  return strings.ok() ? std::move(*strings) : Strings();
}

// Sets any packed strings, if there are as many as the tensor has elements.
Status SetPacked(abi::TfLiteTensor& tensor, std::span<const std::byte> packed) {
  LITEVK_ASSIGN_OR_RETURN(const Strings strings, litevk::ref::UnpackStrings(packed));
  if (tensor.type != abi::kTfLiteString) return InvalidArgument("the tensor holds no strings");
  if (!litevk::OwnsData(tensor)) return NoMemory();
  const int64_t expected = litevk::ImportShape(tensor).NumElements();
  if (static_cast<int64_t>(strings.size()) != expected) {
    return InvalidArgument("expected " + std::to_string(expected) + " strings, found " +
                           std::to_string(strings.size()));
  }
  if (!litevk::ReserveData(tensor, packed.size())) return litevk::Internal("out of memory");
  std::ranges::copy(packed, static_cast<std::byte*>(tensor.data.data));
  tensor.bytes = packed.size();
  return {};
}

Status SetBytes(abi::TfLiteTensor& tensor, std::span<const std::byte> bytes) {
  if (tensor.type == abi::kTfLiteString) return SetPacked(tensor, bytes);
  if (tensor.allocation_type == abi::kTfLiteMmapRo) return InvalidArgument("the tensor is a constant");
  LITEVK_RETURN_IF_ERROR(CheckSize(tensor, bytes.data(), bytes.size()));
  std::ranges::copy(bytes, static_cast<std::byte*>(tensor.data.data));
  return {};
}

// Runs the body of a function that sets a tensor.
template <typename Fn>
LitevkStatus Set(LitevkTensor* tensor, Fn&& set) {
  return c_api::RunOnTensor(tensor, [&]() -> Status {
    LITEVK_RETURN_IF_ERROR(set(Unlocked(tensor)));
    NoteSet(tensor);
    return {};
  });
}

}  // namespace

int LitevkTensorGetType(const LitevkTensor* tensor) { return c_api::Locked(tensor)->type; }

const char* LitevkTensorGetName(const LitevkTensor* tensor) {
  const char* name = c_api::Locked(tensor)->name;
  return name == nullptr ? "" : name;
}

int LitevkTensorGetIndex(const LitevkTensor* tensor) { return tensor->id; }

int LitevkTensorGetDimCount(const LitevkTensor* tensor) {
  return static_cast<int>(litevk::Values(c_api::Locked(tensor)->dims).size());
}

int LitevkTensorGetDim(const LitevkTensor* tensor, int index) {
  const c_api::Locked locked(tensor);
  const std::span<const int> dims = litevk::Values(locked->dims);
  const auto position = static_cast<size_t>(index);
  return position < dims.size() ? dims[position] : -1;
}

int LitevkTensorGetSignatureDim(const LitevkTensor* tensor, int index) {
  const c_api::Locked locked(tensor);
  const abi::TfLiteIntArray* signature = locked->dims_signature;
  if (signature == nullptr || signature->size == 0) return LitevkTensorGetDim(tensor, index);
  const std::span<const int> dims = litevk::Values(signature);
  const auto position = static_cast<size_t>(index);
  return position < dims.size() ? dims[position] : -1;
}

size_t LitevkTensorGetByteSize(const LitevkTensor* tensor) { return c_api::Locked(tensor)->bytes; }

// A caller may write an input's memory, so the tensor counts as set.
void* LitevkTensorGetData(const LitevkTensor* tensor) {
  void* data = nullptr;
  c_api::RunOnTensor(tensor, [&]() -> Status {
    if (IsInput(tensor)) {
      NoteSet(tensor);
    } else {
      LITEVK_RETURN_IF_ERROR(CheckRead(tensor));
    }
    data = WithNewestValue(tensor).data.data;
    return {};
  });
  return data;
}

LitevkStatus LitevkTensorCheckThread(const LitevkTensor* tensor) {
  return c_api::RunOnTensor(tensor, [&] { return CheckRead(tensor); });
}

bool LitevkTensorIsConstant(const LitevkTensor* tensor) {
  return c_api::Locked(tensor)->allocation_type == abi::kTfLiteMmapRo;
}

const TfLiteTensor* LitevkTensorGetTfLiteTensor(const LitevkTensor* tensor) {
  const auto address = [](const abi::TfLiteTensor& found) { return &found; };
  return reinterpret_cast<const TfLiteTensor*>(Read<const abi::TfLiteTensor*>(tensor, nullptr, address));
}

LitevkStatus LitevkTensorCopyFromBuffer(LitevkTensor* tensor, const void* data, size_t size) {
  return Set(tensor, [&](abi::TfLiteTensor& target) {
    return SetBytes(target, {static_cast<const std::byte*>(data), size});
  });
}

LitevkStatus LitevkTensorCopyToBuffer(const LitevkTensor* tensor, void* data, size_t size) {
  return c_api::RunOnTensor(tensor, [&]() -> Status {
    LITEVK_RETURN_IF_ERROR(CheckRead(tensor));
    const abi::TfLiteTensor& source = WithNewestValue(tensor);
    LITEVK_RETURN_IF_ERROR(CheckSize(source, data, size));
    std::ranges::copy(BytesOf(source).first(size), static_cast<std::byte*>(data));
    return {};
  });
}

int LitevkTensorGetStringCount(const LitevkTensor* tensor) {
  return Read(tensor, 0,
              [](const abi::TfLiteTensor& source) { return static_cast<int>(StringsOf(source).size()); });
}

const char* LitevkTensorGetString(const LitevkTensor* tensor, int index, size_t* length) {
  return Read<const char*>(tensor, nullptr, [&](const abi::TfLiteTensor& source) -> const char* {
    const Strings strings = StringsOf(source);
    const auto position = static_cast<size_t>(index);
    if (position >= strings.size()) return nullptr;
    *length = strings[position].size();
    return strings[position].data();
  });
}

LitevkStatus LitevkTensorSetStrings(LitevkTensor* tensor, const char* const* strings, const size_t* lengths,
                                    int count) {
  return Set(tensor, [&](abi::TfLiteTensor& target) {
    std::vector<std::string> copies;
    for (int index = 0; index < count; ++index) {
      const size_t length = lengths == nullptr ? std::strlen(strings[index]) : lengths[index];
      copies.emplace_back(strings[index], length);
    }
    return SetPacked(target, litevk::ref::PackStrings(copies));
  });
}
