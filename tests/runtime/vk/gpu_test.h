// Base of GPU tests. It provides a device, and checks that the validation layer reports nothing.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "delegate/kernel/epilogue.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/acquire_device.h"
#include "runtime/vk/device.h"
#include "runtime/vk/instance/fault_injector.h"
#include "runtime/vk/instance/validation.h"
#include "shaders/elementwise/elementwise.h"
#include "tests/runtime/vk/pin_drivers.h"

namespace litevk {

// Sets an environment variable for a scope.
class ScopedEnv {
 public:
  ScopedEnv(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ScopedEnv(const ScopedEnv&) = delete;
  ScopedEnv& operator=(const ScopedEnv&) = delete;
  ~ScopedEnv() {
    if (old_) {
      setenv(name_, old_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

// Fails without a device: a test must not pass by doing nothing.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override {
    messages_before_ = vk::ValidationMessageCount();
    auto device = vk::AcquireDevice(Request());
    ASSERT_TRUE(device.ok()) << device.status().message();
    device_ = std::move(*device);
    PinDrivers();
  }

  // Objects that a test leaks are reported when the device and the instance are destroyed.
  void TearDown() override {
    vk::FaultInjector::Reset();
    device_.reset();
    EXPECT_EQ(vk::ValidationMessageCount(), messages_before_);
  }

  // Accepts messages that the test provokes.
  void ExpectMessages(uint64_t count) { messages_before_ += count; }

  static vk::DeviceRequest Request() {
    vk::DeviceRequest request;
    request.allow_cpu_device = true;
    return request;
  }

  std::shared_ptr<const vk::Device> device_;

 private:
  uint64_t messages_before_ = 0;
};

// Builds graphs of float tensors from one shader: result = source * factor + operand.
class GraphBuilder {
 public:
  gpu::TensorId Tensor(size_t floats, gpu::TensorId alias_of = gpu::kNoTensor) {
    gpu::Tensor tensor;
    tensor.name = "t" + std::to_string(graph_.tensors.size());
    tensor.bytes = floats * sizeof(float);
    tensor.alias_of = alias_of;
    graph_.tensors.push_back(std::move(tensor));
    return static_cast<gpu::TensorId>(graph_.tensors.size() - 1);
  }
  gpu::TensorId Input(size_t floats) {
    const gpu::TensorId id = Tensor(floats);
    graph_.tensors.back().is_input = true;
    return id;
  }
  gpu::TensorId Output(size_t floats, gpu::TensorId alias_of = gpu::kNoTensor) {
    const gpu::TensorId id = Tensor(floats, alias_of);
    graph_.tensors.back().is_output = true;
    return id;
  }
  gpu::TensorId Constant(std::vector<float> values, std::string key = {}) {
    const gpu::TensorId id = Tensor(values.size());
    graph_.tensors.back().is_constant = true;
    graph_.constants.push_back({id,
                                [values = std::move(values)](std::span<std::byte> out) -> Status {
                                  if (out.size() != values.size() * sizeof(float)) {
                                    return Internal("constant: wrong size");
                                  }
                                  std::ranges::copy(std::as_bytes(std::span(values)), out.begin());
                                  return {};
                                },
                                std::move(key)});
    return id;
  }

  void MultiplyAdd(gpu::TensorId source, float factor, gpu::TensorId operand, gpu::TensorId result) {
    const auto floats = static_cast<uint32_t>(graph_.tensors[static_cast<size_t>(result)].bytes / 4);
    shaders::Elementwise::Spec spec;
    spec.kLocalSizeX = kLocalSize;
    spec.kAligned = 0;
    spec.kEpilogueCount = 2;
    spec.kEpilogueOp0 = static_cast<uint32_t>(EpilogueOp::kMul);
    spec.kEpilogueScalar0 = factor;
    spec.kEpilogueOp1 = static_cast<uint32_t>(EpilogueOp::kAdd);
    spec.kEpilogueOperand1 = static_cast<uint32_t>(OperandKind::kElement);
    const uint32_t blocks = (floats + 3) / 4;
    const shaders::Elementwise::Push push = {
        .channels = floats, .total = blocks, .by_blocks = gpu::Divisor(std::max(blocks, 1U))};
    const shaders::Elementwise::Bindings bindings = {.source = source,
                                                     .result = result,
                                                     .epilogue0 = operand,
                                                     .epilogue1 = operand,
                                                     .epilogue2 = operand,
                                                     .epilogue_integers = operand};

    gpu::Dispatch dispatch;
    dispatch.shader = &shaders::Elementwise::kInfo;
    dispatch.spec.resize(sizeof(spec) / sizeof(uint32_t));
    std::memcpy(dispatch.spec.data(), &spec, sizeof(spec));
    dispatch.push.resize(sizeof(push));
    std::memcpy(dispatch.push.data(), &push, sizeof(push));
    dispatch.bindings = bindings.List();
    dispatch.workgroups = {(blocks + kLocalSize - 1) / kLocalSize, 1, 1};
    dispatch.source_node = static_cast<int>(graph_.dispatches.size());
    dispatch.label = "multiply_add node " + std::to_string(dispatch.source_node);
    graph_.dispatches.push_back(std::move(dispatch));
  }

  gpu::Graph& graph() { return graph_; }
  gpu::Graph Take() { return std::move(graph_); }

 private:
  static constexpr uint32_t kLocalSize = 32;

  gpu::Graph graph_;
};

inline std::span<float> Floats(std::span<std::byte> bytes) {
  return {reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float)};
}
inline std::vector<float> ToVector(std::span<const std::byte> bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace litevk
