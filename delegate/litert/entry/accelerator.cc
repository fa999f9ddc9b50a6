// libLiteRtGpuAccelerator.so, the name under which LiteRT's environments look for a GPU. It holds LiteRT's
// definition of an accelerator and opens liblitevk.so beside it for all else. A process thus has one engine
// for both ways in. Nothing happens when it is loaded: LiteRT opens and closes it several times.
#include <string>

#include "delegate/litert/entry/engine_entry.h"
#include "runtime/base/log.h"
#include "runtime/base/status.h"
#include "runtime/litert/accelerator.h"
#include "runtime/litert/runtime_functions.h"
#include "runtime/platform/dynamic_library.h"
#include "runtime/platform/guard.h"
#include "runtime/platform/loaded_libraries.h"

namespace litevk::litert {
namespace {

// Folders of liblitevk.so, seen from this library: of a build, of an installation, and of a wheel.
constexpr const char* kEngineFolders[] = {"", "../", "../lib/"};

void PrintError(const std::string& line) { Logger(LogLevel::kError).Error(line); }

Result<const LitevkLiteRtEngine*> OpenEngine() {
  const std::string own = LibraryOf(reinterpret_cast<const void*>(&OpenEngine));
  const std::string folder = own.substr(0, own.rfind('/') + 1);
  std::string problems;
  for (const char* relative : kEngineFolders) {
    const auto library = DynamicLibrary::Open(folder + relative + "liblitevk.so");
    if (!library.ok()) {
      problems += (problems.empty() ? "" : "; ") + library.status().message();
      continue;
    }
    const auto get = library->Find<decltype(&LitevkGetLiteRtEngine)>("LitevkGetLiteRtEngine");
    if (get != nullptr) return get();
    return Unavailable(folder + relative + "liblitevk.so is of a version that does not know LiteRT");
  }
  return Unavailable("the engine beside " + own + " cannot be loaded: " + problems);
}

const Result<const LitevkLiteRtEngine*>& Engine() {
  static const auto* const engine = new Result<const LitevkLiteRtEngine*>(OpenEngine());
  return *engine;
}

Status Create(const void* runtime, void* environment, void* options, void** wrapper) {
  if (wrapper == nullptr) return kInvalidArgument;
  *wrapper = nullptr;
  const RuntimeFunctions functions(runtime);
  if (!functions.IsKnown()) {
    PrintError("LiteRT's runtime has version " + functions.VersionText() + ", expected 1");
    return kWrongVersion;
  }
  const auto& engine = Engine();
  if (!engine.ok()) {
    PrintError(engine.status().message() + "; every node is left to the CPU");
    return kOk;
  }
  return (*engine)->create_delegate(runtime, environment, options, wrapper);
}

Status CreateDelegate(const void* runtime, void* environment, const void* /*accelerator*/, void* options,
                      void** wrapper) {
  return Guard([&] { return Create(runtime, environment, options, wrapper); },
               [](const char* message) {
                 PrintError(message);
                 return kRuntimeFailure;
               });
}

Status GetName(const void* /*accelerator*/, const char** name) {
  if (name == nullptr) return kInvalidArgument;
  *name = "litevk";
  return kOk;
}

Status GetVersion(const void* /*accelerator*/, Version* version) {
  if (version == nullptr) return kInvalidArgument;
  *version = {LITEVK_VERSION_PARTS};
  return kOk;
}

Status GetHardwareSupport(const void* /*accelerator*/, int* hardware) {
  if (hardware == nullptr) return kInvalidArgument;
  *hardware = kGpu;
  return kOk;
}

// With false, the runtime would call create_delegate for models that ask for the CPU alone too.
Status IsResponsibleForCompilation(const void* /*accelerator*/, bool* is_responsible) {
  if (is_responsible == nullptr) return kInvalidArgument;
  *is_responsible = true;
  return kOk;
}

// Calls a handler of the engine: a buffer needs it before any model may have.
template <auto handler, typename... Arguments>
Status Handle(Arguments... arguments) {
  return Guard(
      [&]() -> Status {
        const auto& engine = Engine();
        if (engine.ok()) return ((*engine)->buffers->*handler)(arguments...);
        PrintError(engine.status().message());
        return kRuntimeFailure;
      },
      [](const char* message) {
        PrintError(message);
        return kRuntimeFailure;
      });
}

}  // namespace
}  // namespace litevk::litert

extern "C" LITEVK_EXPORT const litevk::litert::AcceleratorDefinition LiteRtAcceleratorImpl;
const litevk::litert::AcceleratorDefinition LiteRtAcceleratorImpl = {
    .header = {sizeof(litevk::litert::AcceleratorDefinition), litevk::litert::kMajorVersion, 0, 0},
    .get_name = litevk::litert::GetName,
    .get_version = litevk::litert::GetVersion,
    .get_hardware_support = litevk::litert::GetHardwareSupport,
    .is_tflite_delegate_responsible_for_jit_compilation = litevk::litert::IsResponsibleForCompilation,
    .create_delegate = litevk::litert::CreateDelegate,
    .buffers = {.header = {sizeof(litevk::litert::BufferHandlers), litevk::litert::kMajorVersion, 0, 0},
                .create = litevk::litert::Handle<&litevk::litert::BufferHandlers::create>,
                .destroy = litevk::litert::Handle<&litevk::litert::BufferHandlers::destroy>,
                .lock = litevk::litert::Handle<&litevk::litert::BufferHandlers::lock>,
                .unlock = litevk::litert::Handle<&litevk::litert::BufferHandlers::unlock>,
                .clear = litevk::litert::Handle<&litevk::litert::BufferHandlers::clear>,
                .import = litevk::litert::Handle<&litevk::litert::BufferHandlers::import>,
                .num_types = 1,
                .types = {litevk::litert::kVulkanBuffer}},
};
