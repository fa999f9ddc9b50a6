#include "delegate/engine/gpu_op_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "runtime/base/guard.h"

namespace litevk {
namespace {

struct ProcessOps {
  std::mutex mutex;
  std::vector<std::shared_ptr<const CustomOp>> ops;
};

ProcessOps& OpsOfProcess() {
  static ProcessOps ops;
  return ops;
}

// What a library's calls to the registrar fill.
struct Collected {
  CustomOps& ops;
  std::vector<std::string>& problems;
  std::string prefix;
};

int AddToCollected(const LitevkGpuOpRegistrar* registrar, const LitevkGpuOp* op) {
  if (registrar == nullptr || op == nullptr) return 1;
  auto& collected = *static_cast<Collected*>(registrar->user_data);
  return Guard(
      [&] {
        auto created = CustomOp::Create(*op);
        if (created.ok()) {
          collected.ops.Add(std::move(*created));
          return 0;
        }
        collected.problems.push_back(collected.prefix + created.status().message());
        // Of another version of the header nothing else can be read.
        if (op->abi_version == LITEVK_GPU_OP_ABI_VERSION && op->name != nullptr) {
          collected.ops.Refuse(op->name, created.status().message());
        }
        return 1;
      },
      [](const char*) { return 1; });
}

// A name without a folder is a file of the current one, not one of the library path.
std::string FileOf(const std::string& path) {
  return path.find('/') == std::string::npos ? "./" + path : path;
}

void CollectFromLibrary(const std::string& path, CustomOps& ops, std::vector<std::string>& problems) {
  Collected collected = {.ops = ops, .problems = problems, .prefix = "gpu_op_library \"" + path + "\": "};
  void* library = dlopen(FileOf(path).c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    problems.push_back(collected.prefix + "cannot be loaded: " + dlerror());
    return;
  }
  const auto register_ops =
      reinterpret_cast<LitevkRegisterGpuOpsFunction>(dlsym(library, LITEVK_REGISTER_GPU_OPS_NAME));
  if (register_ops == nullptr) {
    problems.push_back(collected.prefix + "is no library of GPU operators: it does not export " +
                       LITEVK_REGISTER_GPU_OPS_NAME);
    dlclose(library);
    return;
  }
  const size_t known = problems.size();
  const LitevkGpuOpRegistrar registrar = {LITEVK_GPU_OP_ABI_VERSION, &collected, AddToCollected};
  const int status = register_ops(&registrar);
  // Most libraries hand on what `add` said, which is told already.
  if (status != 0 && problems.size() == known) {
    problems.push_back(collected.prefix + LITEVK_REGISTER_GPU_OPS_NAME + " returned " +
                       std::to_string(status) + ", expected 0");
  }
  dlclose(library);
}

// SPIR-V 1.3 specification, 3.31, and the features that a device is opened with for each
// (runtime/vk/device.cc).
struct Capability {
  uint32_t number;
  std::string_view name;
  std::optional<vk::Feature> feature;   // none: every device
  std::string_view subgroup_operation;  // of vk::DeviceInfo::subgroup_operations
};

using enum vk::Feature;
constexpr Capability kCapabilities[] = {
    {0, "Matrix", {}, {}},
    {1, "Shader", {}, {}},
    {11, "Int64", kInt64, {}},
    {61, "GroupNonUniform", kSubgroups, "basic"},
    {62, "GroupNonUniformVote", kSubgroups, "vote"},
    {63, "GroupNonUniformArithmetic", kSubgroups, "arithmetic"},
    {64, "GroupNonUniformBallot", kSubgroups, "ballot"},
    {65, "GroupNonUniformShuffle", kSubgroups, "shuffle"},
    {66, "GroupNonUniformShuffleRelative", kSubgroups, "shuffle_relative"},
    {67, "GroupNonUniformClustered", kSubgroups, "clustered"},
    {68, "GroupNonUniformQuad", kSubgroups, "quad"},
    {4433, "StorageBuffer16BitAccess", kStorage16Bit, {}},
    {4448, "StorageBuffer8BitAccess", kStorage8Bit, {}},
};
// Those that a device is never opened for, so that the sentence can name them.
constexpr std::pair<uint32_t, std::string_view> kNeverEnabled[] = {
    {9, "Float16"},
    {10, "Float64"},
    {12, "Int64Atomics"},
    {22, "Int16"},
    {39, "Int8"},
    {46, "SampledBuffer"},
    {47, "ImageBuffer"},
    {4441, "VariablePointersStorageBuffer"},
    {4442, "VariablePointers"},
    {5345, "VulkanMemoryModel"},
    {5347, "PhysicalStorageBufferAddresses"},
};

std::string NameOf(uint32_t capability) {
  const auto* const found =
      std::ranges::find(kNeverEnabled, capability, &std::pair<uint32_t, std::string_view>::first);
  return found == std::end(kNeverEnabled) ? std::to_string(capability) : std::string(found->second);
}

Status CheckCapability(uint32_t number, const vk::Device& device) {
  const auto* const found = std::ranges::find(kCapabilities, number, &Capability::number);
  if (found == std::end(kCapabilities)) {
    return Unsupported("the module needs the capability " + NameOf(number) +
                       ", for which litevk opens no device");
  }
  const auto& operations = device.info().subgroup_operations;
  const bool lacks_feature = found->feature && !device.features().has(*found->feature);
  const bool lacks_operation = !found->subgroup_operation.empty() &&
                               std::ranges::find(operations, found->subgroup_operation) == operations.end();
  if (!lacks_feature && !lacks_operation) return {};
  return Unsupported("the module needs the capability " + std::string(found->name) + ", which " +
                     device.info().name + " does not have, or an option has switched off");
}

Status CheckDevice(const CustomOp& op, const vk::Device& device) {
  for (const uint32_t capability : op.module.capabilities) {
    LITEVK_RETURN_IF_ERROR(CheckCapability(capability, device));
  }
  return gpu::CheckLimits(op.module, device.limits());
}

}  // namespace

Status AddProcessGpuOp(const LitevkGpuOp& described) {
  LITEVK_ASSIGN_OR_RETURN(auto op, CustomOp::Create(described));
  ProcessOps& process = OpsOfProcess();
  const std::scoped_lock lock(process.mutex);
  process.ops.push_back(std::move(op));
  return {};
}

CustomOps CollectGpuOps(const std::string& path, std::vector<std::string>& problems) {
  CustomOps ops;
  {
    ProcessOps& process = OpsOfProcess();
    const std::scoped_lock lock(process.mutex);
    for (const auto& op : process.ops) ops.Add(op);
  }
  if (!path.empty()) CollectFromLibrary(path, ops, problems);
  return ops;
}

std::vector<std::string> RefuseUnfit(CustomOps& ops, const vk::Device& device) {
  std::vector<std::string> problems;
  const auto all = ops.ops();
  for (const auto& op : all) {
    const Status status = CheckDevice(*op, device);
    if (status.ok()) continue;
    problems.push_back("operator " + std::string(op->name) + ": " + status.message());
    ops.Refuse(std::string(op->name), status.message());
    ops.Remove(op);
  }
  return problems;
}

}  // namespace litevk
