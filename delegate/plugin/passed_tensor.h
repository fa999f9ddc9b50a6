// Tensors that one partition leaves on the device for others of the same delegate, each named by a
// TfLiteBufferHandle of ours. docs/design/planning.md
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "runtime/exec/device_tensor.h"
#include "runtime/platform/one_thread.h"
#include "runtime/tflite/common.h"

namespace litevk {

// One tensor of one interpreter. Its kernels and its callbacks use it with in_use().
class PassedTensor {
 public:
  // Registers a handle, a number of the process. The interpreter may ask with another delegate object than
  // ours (TFLite's ExternalDelegateWrapper), and after the kernel was freed.
  // The kernels that use the tensor hold `in_use`.
  static std::shared_ptr<PassedTensor> Create(std::shared_ptr<OneThread> in_use);
  // Returns the tensor of a handle; null if the handle is not known, or no kernel has the tensor any more.
  static std::shared_ptr<PassedTensor> Find(abi::TfLiteBufferHandle handle);
  static void Forget(abi::TfLiteBufferHandle handle);

  PassedTensor(const PassedTensor&) = delete;
  PassedTensor& operator=(const PassedTensor&) = delete;
  ~PassedTensor() { Forget(handle_); }

  OneThread& in_use() const { return *in_use_; }
  // Null: the partition leaves its value in the interpreter's memory.
  DeviceTensor* memory() const { return memory_.get(); }
  void SetMemory(std::unique_ptr<DeviceTensor> memory) { memory_ = std::move(memory); }
  // Returns memory() where the last run of the partition has left its value there, else null.
  DeviceTensor* current() const { return is_current_ ? memory_.get() : nullptr; }

  // Tells the interpreter's tensor where its newest value is.
  void MarkOnDevice(abi::TfLiteTensor& tensor);
  void MarkOnHost(abi::TfLiteTensor& tensor);
  // Detaches the tensor, before the kernel that writes it is freed. The delegate may be gone by then, so that
  // the interpreter has to ask it nothing later.
  void Release(abi::TfLiteTensor& tensor);

 private:
  explicit PassedTensor(std::shared_ptr<OneThread> in_use) : in_use_(std::move(in_use)) {}

  std::shared_ptr<OneThread> in_use_;
  abi::TfLiteBufferHandle handle_ = abi::kTfLiteNullBufferHandle;
  std::unique_ptr<DeviceTensor> memory_;
  bool is_current_ = false;
};

}  // namespace litevk
