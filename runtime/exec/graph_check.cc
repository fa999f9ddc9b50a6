#include "runtime/exec/graph_check.h"

#include <string>

#include "runtime/vk/instance/capabilities.h"

namespace litevk {
namespace {

Status Mismatch(const gpu::Dispatch& dispatch, const std::string& what, uint64_t expected, uint64_t found) {
  return Internal(dispatch.label + ": expected " + what + " " + std::to_string(expected) + ", found " +
                  std::to_string(found));
}

bool Holds(const gpu::Dispatch& dispatch, const gpu::BindingInfo& binding, gpu::Storage storage) {
  const bool holds_integers = dispatch.stores_quantized && binding.access == gpu::Access::kWrite;
  return holds_integers ? storage == gpu::Storage::kBits8 : gpu::Holds(binding.element, storage);
}

Status CheckBindings(const gpu::Graph& graph, const gpu::Dispatch& dispatch,
                     const gpu::DeviceLimits& limits) {
  const size_t count = dispatch.shader->bindings.size();
  if (dispatch.bindings.size() != count) {
    return Mismatch(dispatch, "bindings", count, dispatch.bindings.size());
  }
  if (count > limits.max_bound_storage_buffers) {
    return Mismatch(dispatch, "storage buffers at most", limits.max_bound_storage_buffers, count);
  }
  for (size_t i = 0; i < count; ++i) {
    const gpu::TensorId id = dispatch.bindings[i];
    if (id < 0 || static_cast<size_t>(id) >= graph.tensors.size()) {
      return Internal(dispatch.label + ": expected a tensor in each binding, found " + std::to_string(id));
    }
    const gpu::BindingInfo& binding = dispatch.shader->bindings[i];
    if (!Holds(dispatch, binding, graph.tensors[static_cast<size_t>(id)].storage)) {
      return Internal(dispatch.label + ": expected float32 elements in binding " + std::string(binding.name) +
                      ", found others in tensor " + graph.tensors[static_cast<size_t>(id)].name);
    }
    const uint64_t bytes = graph.tensors[static_cast<size_t>(id)].bytes;
    if (bytes > limits.max_tensor_bytes()) {
      return Mismatch(dispatch, "bytes of a bound tensor at most", limits.max_tensor_bytes(), bytes);
    }
    const uint64_t whole = graph.tensors[static_cast<size_t>(graph.Root(id))].bytes;
    if (whole > limits.max_allocation_bytes) {
      return Mismatch(dispatch, "bytes of a tensor that holds others at most", limits.max_allocation_bytes,
                      whole);
    }
    if (!gpu::FitsBinding(binding.kind, bytes, limits)) {
      return Mismatch(dispatch, "texels of a bound tensor at most", limits.max_texel_buffer_elements, bytes);
    }
  }
  return {};
}

Status CheckSizes(const gpu::Dispatch& dispatch, const gpu::DeviceLimits& limits) {
  const gpu::ShaderInfo& shader = *dispatch.shader;
  if (!dispatch.missing_variant.empty()) {
    return Internal(dispatch.label + ": shader " + std::string(shader.name) + " has no variant \"" +
                    dispatch.missing_variant + "\"");
  }
  if (dispatch.spec.size() != shader.spec_ids.size()) {
    return Mismatch(dispatch, "specialization words", shader.spec_ids.size(), dispatch.spec.size());
  }
  if (dispatch.push.size() != shader.push_bytes) {
    return Mismatch(dispatch, "push constant bytes", shader.push_bytes, dispatch.push.size());
  }
  if (dispatch.iterations > limits.max_loop_iterations) {
    return Internal(dispatch.label + ": it takes " + std::to_string(dispatch.iterations) +
                    " iterations in one invocation, the device allows " +
                    std::to_string(limits.max_loop_iterations));
  }
  if (shader.push_bytes > limits.max_push_constant_bytes) {
    return Mismatch(dispatch, "push constant bytes at most", limits.max_push_constant_bytes,
                    shader.push_bytes);
  }
  for (size_t i = 0; i < dispatch.workgroups.size(); ++i) {
    if (dispatch.workgroups[i] > limits.max_workgroup_count[i]) {
      return Mismatch(dispatch, "workgroups at most", limits.max_workgroup_count[i], dispatch.workgroups[i]);
    }
  }
  return {};
}

}  // namespace

Status CheckDispatch(const gpu::Graph& graph, const gpu::Dispatch& dispatch,
                     const gpu::DeviceLimits& limits) {
  LITEVK_RETURN_IF_ERROR(CheckBindings(graph, dispatch, limits));
  return CheckSizes(dispatch, limits);
}

Status CheckGraph(const gpu::Graph& graph, const gpu::DeviceLimits& limits) {
  for (const gpu::Dispatch& dispatch : graph.dispatches) {
    LITEVK_RETURN_IF_ERROR(CheckDispatch(graph, dispatch, limits));
  }
  return {};
}

Status CheckGraph(const gpu::Graph& graph, const vk::Device& device) {
  for (const gpu::Dispatch& dispatch : graph.dispatches) {
    const Status status =
        vk::CheckCapabilities(dispatch.shader->capabilities, device.info(), device.features());
    if (!status.ok()) return Status(status.code(), dispatch.label + ": " + status.message());
  }
  return CheckGraph(graph, device.limits());
}

}  // namespace litevk
