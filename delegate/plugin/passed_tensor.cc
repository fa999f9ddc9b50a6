#include "delegate/plugin/passed_tensor.h"

#include <mutex>
#include <unordered_map>

#include "runtime/vk/instance/lifetime.h"

namespace litevk {
namespace {

struct Handles {
  std::mutex mutex;
  abi::TfLiteBufferHandle last = 0;
  std::unordered_map<abi::TfLiteBufferHandle, std::weak_ptr<PassedTensor>> tensors;
};

// Handles of the process, never destroyed: interpreters may be freed when the process ends.
Handles& AllHandles() {
  static auto* handles = new Handles();
  return *handles;
}

}  // namespace

std::shared_ptr<PassedTensor> PassedTensor::Create(std::shared_ptr<OneThread> in_use) {
  const std::shared_ptr<PassedTensor> tensor(new PassedTensor(std::move(in_use)));
  Handles& handles = AllHandles();
  const std::scoped_lock lock(handles.mutex);
  tensor->handle_ = ++handles.last;
  handles.tensors[tensor->handle_] = tensor;
  return tensor;
}

// Finds nothing in a child of fork(): a thread of the parent may have held the lock, and the device is the
// parent's.
std::shared_ptr<PassedTensor> PassedTensor::Find(abi::TfLiteBufferHandle handle) {
  if (!vk::DriverIsOurs()) return nullptr;
  Handles& handles = AllHandles();
  const std::scoped_lock lock(handles.mutex);
  const auto found = handles.tensors.find(handle);
  return found == handles.tensors.end() ? nullptr : found->second.lock();
}

void PassedTensor::Forget(abi::TfLiteBufferHandle handle) {
  if (!vk::DriverIsOurs()) return;
  Handles& handles = AllHandles();
  const std::scoped_lock lock(handles.mutex);
  handles.tensors.erase(handle);
}

void PassedTensor::MarkOnDevice(abi::TfLiteTensor& tensor) {
  is_current_ = true;
  tensor.buffer_handle = handle_;
  tensor.data_is_stale = true;
}

void PassedTensor::MarkOnHost(abi::TfLiteTensor& tensor) {
  is_current_ = false;
  tensor.data_is_stale = false;
}

void PassedTensor::Release(abi::TfLiteTensor& tensor) {
  MarkOnHost(tensor);
  if (tensor.buffer_handle == handle_) tensor.buffer_handle = abi::kTfLiteNullBufferHandle;
}

}  // namespace litevk
