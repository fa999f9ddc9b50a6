#include "delegate/engine/gpu_op_library.h"

#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

#include "delegate/lower/make_custom_op.h"
#include "runtime/platform/dynamic_library.h"
#include "runtime/platform/guard.h"
#include "runtime/vk/instance/capabilities.h"

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

// Receives the operators that a library passes to the registrar.
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
        auto created = MakeCustomOp(*op);
        if (created.ok()) {
          collected.ops.Add(std::move(*created));
          return 0;
        }
        collected.problems.push_back(collected.prefix + created.status().message());
        // Only the name can be read of a description for another version of the header.
        if (op->abi_version == LITEVK_GPU_OP_ABI_VERSION && op->name != nullptr) {
          collected.ops.Refuse(op->name, created.status().message());
        }
        return 1;
      },
      [](const char*) { return 1; });
}

// True if the path has no folder: it is a file of the current folder, not one of the library path.
bool IsName(const std::string& path) { return path.find('/') == std::string::npos; }
std::string FileOf(const std::string& path) { return IsName(path) ? "./" + path : path; }

// Returns a hint for a user who expected that a name is looked for elsewhere.
std::string DirectoryHint(const std::string& path) {
  if (!IsName(path)) return "";
  std::error_code ignored;
  const std::string folder = std::filesystem::current_path(ignored).string();
  return "; a name without a slash is looked for only in the current folder, \"" + folder + "\"";
}

void CollectFromLibrary(const std::string& path, CustomOps& ops, std::vector<std::string>& problems) {
  Collected collected = {.ops = ops, .problems = problems, .prefix = "gpu_op_library \"" + path + "\": "};
  const auto library = DynamicLibrary::Open(FileOf(path));
  if (!library.ok()) {
    problems.push_back(collected.prefix + "cannot be loaded: " + library.status().message() +
                       DirectoryHint(path));
    return;
  }
  const auto register_ops = library->Find<LitevkRegisterGpuOpsFunction>(LITEVK_REGISTER_GPU_OPS_NAME);
  if (register_ops == nullptr) {
    problems.push_back(collected.prefix + "is no library of GPU operators: it does not export " +
                       LITEVK_REGISTER_GPU_OPS_NAME);
    return;
  }
  const size_t known = problems.size();
  const LitevkGpuOpRegistrar registrar = {LITEVK_GPU_OP_ABI_VERSION, &collected, AddToCollected};
  const int status = register_ops(&registrar);
  // Most libraries return the status of `add`, which is reported already.
  if (status != 0 && problems.size() == known) {
    problems.push_back(collected.prefix + LITEVK_REGISTER_GPU_OPS_NAME + " returned " +
                       std::to_string(status) + ", expected 0");
  }
}

Status CheckDevice(const CustomOp& op, const vk::Device& device) {
  LITEVK_RETURN_IF_ERROR(vk::CheckCapabilities(op.module.capabilities, device.info(), device.features()));
  return gpu::CheckLimits(op.module, device.limits());
}

}  // namespace

Status AddProcessGpuOp(const LitevkGpuOp& described) {
  LITEVK_ASSIGN_OR_RETURN(auto op, MakeCustomOp(described));
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
