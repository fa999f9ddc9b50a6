#include <string>

#include "runtime/base/count_text.h"
#include "runtime/graph/module_interface.h"

namespace litevk::gpu {
namespace {

// Returns the operand of a binding: "input 1".
std::string OperandOf(uint32_t binding, uint32_t inputs) {
  return binding < inputs ? "input " + std::to_string(binding) : "output " + std::to_string(binding - inputs);
}

std::string Expected(uint32_t inputs, uint32_t outputs) {
  return "expected the storage buffers 0 to " + std::to_string(inputs + outputs - 1) + " of set 0, for " +
         CountText(inputs, "input") + " and then " + CountText(outputs, "output");
}

Status TooLarge(const std::string& what, uint32_t found, uint32_t limit) {
  return Unsupported(what + " " + std::to_string(found) + ", above the " + std::to_string(limit) +
                     " that the device takes");
}

}  // namespace

Status CheckBindings(const ModuleInterface& module, uint32_t inputs, uint32_t outputs) {
  const uint32_t count = inputs + outputs;
  uint32_t next = 0;
  for (const ModuleBinding& found : module.bindings) {
    const std::string name = "binding " + std::to_string(found.binding);
    if (found.set != 0) {
      return InvalidArgument(name + " is of descriptor set " + std::to_string(found.set) + "; " +
                             Expected(inputs, outputs));
    }
    if (found.binding >= count)
      return InvalidArgument(name + " is one too many; " + Expected(inputs, outputs));
    if (found.binding != next) break;
    if (!found.is_storage_buffer) {
      return InvalidArgument(name + " (" + OperandOf(next, inputs) + ") is no storage buffer; " +
                             Expected(inputs, outputs));
    }
    if (next >= inputs && found.is_readonly) {
      return InvalidArgument(name + " (" + OperandOf(next, inputs) + ") is declared readonly");
    }
    ++next;
  }
  if (next == count) return {};
  return InvalidArgument("binding " + std::to_string(next) + " (" + OperandOf(next, inputs) +
                         ") is missing in the module; " + Expected(inputs, outputs));
}

Status CheckLimits(const ModuleInterface& module, const DeviceLimits& limits) {
  constexpr const char* kAxes[] = {"x", "y", "z"};
  uint64_t invocations = 1;
  for (size_t i = 0; i < 3; ++i) {
    if (module.local_size[i] == 0) {
      return InvalidArgument(std::string("the workgroup's size along ") + kAxes[i] + " is 0 or not known");
    }
    if (module.local_size[i] > limits.max_workgroup_size[i]) {
      return TooLarge(std::string("the workgroup's size along ") + kAxes[i] + " is", module.local_size[i],
                      limits.max_workgroup_size[i]);
    }
    invocations *= module.local_size[i];
  }
  if (invocations > limits.max_workgroup_invocations) {
    return TooLarge("the invocations of a workgroup are", static_cast<uint32_t>(invocations),
                    limits.max_workgroup_invocations);
  }
  if (module.shared_bytes > limits.max_shared_memory_bytes) {
    return TooLarge("the bytes of shared memory are", module.shared_bytes, limits.max_shared_memory_bytes);
  }
  if (module.push_bytes > limits.max_push_constant_bytes) {
    return TooLarge("the bytes of push constants are", module.push_bytes, limits.max_push_constant_bytes);
  }
  const auto buffers = static_cast<uint32_t>(module.bindings.size());
  if (buffers > limits.max_bound_storage_buffers) {
    return TooLarge("the storage buffers are", buffers, limits.max_bound_storage_buffers);
  }
  return {};
}

}  // namespace litevk::gpu
