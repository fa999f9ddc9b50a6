// Nodes of quantized tensors, whose fast kernels are held against the plain loops of kernels_ref.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernels_cpu/kernel_table.h"
#include "runtime/opset/run_node.h"
#include "runtime/opset/signature.h"
#include "runtime/platform/thread_pool.h"
#include "tests/kernels_cpu/own_isas.h"

namespace litevk::cpu {

struct QuantizedType {
  ir::DataType type;
  float scale = 0;  // 0: none
  int zero_point = 0;
};

class QuantizedNode {
 public:
  using Bytes = std::vector<std::byte>;

  QuantizedNode(int op_code, QuantizedType output) : op_code_(op_code), output_(TensorOf(output)) {}

  // Adds an input of random bytes.
  QuantizedNode& Input(const QuantizedType& type, const ir::Shape& dims, unsigned seed = 1) {
    std::mt19937 generator(seed);
    Bytes bytes(static_cast<size_t>(dims.NumElements()) * ref::ElementBytes(type.type));
    std::ranges::generate(bytes, [&] { return static_cast<std::byte>(generator()); });
    return Input(type, dims, std::move(bytes));
  }
  QuantizedNode& Input(const QuantizedType& type, const ir::Shape& dims, Bytes bytes) {
    ir::Tensor& tensor = tensors_.emplace_back(TensorOf(type));
    tensor.dims = dims;
    tensor.constness = ir::Constness::kStored;
    tensor.data = storage_.emplace_back(std::move(bytes));
    return *this;
  }
  template <typename T>
  QuantizedNode& Values(const QuantizedType& type, const ir::Shape& dims, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return Input(type, dims, Bytes(bytes.begin(), bytes.end()));
  }
  // Gives each slice of the last input along an axis a scale of its own.
  QuantizedNode& ScalesAlong(int axis, std::vector<float> scales) {
    std::vector<int> zero_points(scales.size());
    tensors_.back().quantization = {std::move(scales), std::move(zero_points), axis};
    return *this;
  }
  template <typename T>
  QuantizedNode& Options(const T& options) {
    params_ = ir::Params(&options, sizeof(options));
    return *this;
  }

  // Returns the output, or the message of the failure.
  Result<Bytes> Plain() const {
    return RunWith([&](const ref::PreparedNode&, const ref::KernelArgs& args) {
      return ref::RunKernel(*ref::FindKernel(op_code_), args);
    });
  }

  // Returns nothing if the plain loops are to compute the node.
  std::optional<Result<Bytes>> Fast(Isa isa, int threads = 1) const {
    return FastBy(isa, threads,
                  [](const PreparedKernel& kernel, const ref::KernelArgs& args) { return kernel.Run(args); });
  }
  // Returns the output that run(kernel, args) writes, or nothing as above.
  template <typename RunFn>
  std::optional<Result<Bytes>> FastBy(Isa isa, int threads, const RunFn& run) const {
    ThreadPool pool(threads);
    const ScopedThreadPool scoped_pool(&pool);
    bool is_prepared = false;
    Result<Bytes> result = RunWith([&](const ref::PreparedNode& node, const ref::KernelArgs& args) {
      const auto kernel = Prepare(node, isa);
      is_prepared = kernel != nullptr && kernel->Fits(args);
      return is_prepared ? run(*kernel, args) : Status();
    });
    if (!is_prepared) return std::nullopt;
    return result;
  }

  // Expects the plain loop's bits from the fast kernel, for several counts of threads.
  void ExpectSame(Isa isa) const {
    const Result<Bytes> plain = Plain();
    ASSERT_TRUE(plain.ok()) << plain.status().message();
    for (const int threads : {1, 2}) {
      const auto fast = Fast(isa, threads);
      ASSERT_TRUE(fast.has_value()) << "no fast kernel";
      ASSERT_TRUE(fast->ok()) << fast->status().message();
      const auto [place, other] = std::ranges::mismatch(**fast, *plain);
      EXPECT_TRUE(place == (*fast)->end()) << "byte " << place - (*fast)->begin() << " of " << plain->size();
    }
  }

 private:
  static ir::Tensor TensorOf(const QuantizedType& type) {
    ir::Tensor tensor;
    tensor.type = type.type;
    if (type.scale > 0) tensor.quantization = {.scales = {type.scale}, .zero_points = {type.zero_point}};
    return tensor;
  }

  std::unique_ptr<PreparedKernel> Prepare(const ref::PreparedNode& node, Isa isa) const {
    const auto has_code = [&](const FastKernelRow* row) { return row->info.op_code == op_code_; };
    const auto row = std::ranges::find_if(FastKernels(), has_code);
    const auto signature = MatchSignature((*row)->info.types, node.inputs, node.outputs);
    const auto kernel = std::ranges::find((*row)->kernels, signature->name, &NamedPrepareFn::signature);
    return kernel == (*row)->kernels.end() ? nullptr : kernel->prepare(node, isa);
  }

  template <typename Compute>
  Result<Bytes> RunWith(const Compute& compute) const {
    std::vector<const ir::Tensor*> inputs;
    std::vector<ref::ConstView> views;
    for (const ir::Tensor& tensor : tensors_) {
      inputs.push_back(&tensor);
      views.push_back({&tensor, tensor.data});
    }
    ir::Tensor output = output_;
    LITEVK_RETURN_IF_ERROR(InferShapes(*FindOpInfo(op_code_), {.inputs = inputs,
                                                               .params = params_,
                                                               .outputs = {&output.dims, 1},
                                                               .output_types = {&output.type, 1}}));
    Bytes bytes(static_cast<size_t>(output.dims.NumElements()) * ref::ElementBytes(output.type),
                std::byte{77});
    const ref::MutableView view = {&output, bytes};
    const ir::Tensor* const outputs = &output;
    LITEVK_RETURN_IF_ERROR(compute(ref::PreparedNode{params_, inputs, {&outputs, 1}},
                                   ref::KernelArgs{params_, views, {&view, 1}, {}}));
    return bytes;
  }

  int op_code_;
  ir::Tensor output_;
  std::deque<std::vector<std::byte>> storage_;
  std::deque<ir::Tensor> tensors_;
  ir::Params params_;
};

}  // namespace litevk::cpu
