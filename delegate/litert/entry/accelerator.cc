// libLiteRtGpuAccelerator.so, the name under which LiteRT's environments look for a GPU. It holds LiteRT's
// definition of an accelerator and opens liblitevk.so beside it for all else. A process thus has one engine
// for both ways in. Nothing happens when it is loaded: LiteRT opens and closes it several times.
//
// Nothing here throws, or needs the C++ library: a wheel's copy of that would be most of this one.
#include <atomic>
#include <cstdio>
#include <iterator>

#include "delegate/litert/entry/engine_entry.h"
#include "runtime/litert/accelerator.h"
#include "runtime/platform/library_beside.h"

namespace litevk::litert {
namespace {

// Places of liblitevk.so, seen from this library: in a build, in an installation, and in a wheel.
constexpr const char* kEngines[] = {"liblitevk.so", "../liblitevk.so", "../lib/liblitevk.so"};

std::atomic<const LitevkLiteRtEngine*> opened_engine = nullptr;

// Returns the engine; null, with a line that ends with `consequence`, where it cannot be opened.
const LitevkLiteRtEngine* Engine(const char* consequence) {
  if (const LitevkLiteRtEngine* const engine = opened_engine) return engine;
  char problem[1024];
  using Get = decltype(&LitevkGetLiteRtEngine);
  const auto get = reinterpret_cast<Get>(FunctionBeside(&opened_engine, kEngines, std::size(kEngines),
                                                        "LitevkGetLiteRtEngine", problem, sizeof problem));
  if (get == nullptr) {
    std::fprintf(stderr, "litevk: the engine of LiteRT's accelerator cannot be loaded: %s%s\n", problem,
                 consequence);
    return nullptr;
  }
  opened_engine = get();
  return opened_engine;
}

Status CreateDelegate(const void* runtime, void* environment, const void* /*accelerator*/, void* options,
                      void** wrapper) {
  if (wrapper == nullptr || runtime == nullptr) return kInvalidArgument;
  *wrapper = nullptr;
  const auto& header = *static_cast<const Header*>(runtime);
  if (header.major_version != kMajorVersion) {
    std::fprintf(stderr, "litevk: LiteRT's runtime has version %d.%d, expected %d\n", header.major_version,
                 header.minor_version, kMajorVersion);
    return kWrongVersion;
  }
  const LitevkLiteRtEngine* const engine = Engine("; every node is left to the CPU");
  return engine == nullptr ? kOk : engine->create_delegate(runtime, environment, options, wrapper);
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

// Calls a handler of the engine: a program may want a buffer before it has a model.
template <auto handler, typename... Arguments>
Status Handle(Arguments... arguments) {
  const LitevkLiteRtEngine* const engine = Engine("");
  return engine == nullptr ? kRuntimeFailure : (engine->buffers->*handler)(arguments...);
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
