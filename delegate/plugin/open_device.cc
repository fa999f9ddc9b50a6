#include "delegate/plugin/open_device.h"

#include <limits>
#include <utility>

#include "delegate/engine/current_device.h"
#include "delegate/engine/gpu_op_library.h"
#include "delegate/engine/tuner.h"
#include "delegate/plugin/device_options.h"
#include "runtime/vk/acquire_device.h"
#include "runtime/vk/device_rates.h"
#include "runtime/vk/kept_devices.h"

namespace litevk {
namespace {

void UseReferenceKernels(Engine& engine) {
  engine.report->SetDevice("CPU reference kernels", "", vk::DeviceTypeName(vk::DeviceType::kCpu));
  engine.custom_ops = {};
  // No dispatch binds any buffer.
  engine.limits.max_bound_storage_buffers = std::numeric_limits<uint32_t>::max();
}

// Sets the data that depend on the device.
void Describe(const vk::Device& device, Engine& engine) {
  const Options& options = engine.options;
  const vk::DeviceInfo& info = device.info();
  engine.limits = device.limits();
  for (const std::string& problem : RefuseUnfit(engine.custom_ops, device)) engine.logger.Warning(problem);
  ApplyProfileOptions(options, engine.limits.profile);
  engine.is_cpu_driver = info.type == vk::DeviceType::kCpu;
  engine.rates = vk::RatesOf(info.type, IoPathOf(device, options));
  if (options.tuning != Tuning::kNone) {
    engine.tuner = std::make_shared<Tuner>(device, options.tuning, options.serialization_dir, engine.logger,
                                           options.invoke_timeout_ms);
  }
  engine.report->SetDevice(info.name, info.driver, vk::DeviceTypeName(info.type));
}

}  // namespace

Status OpenDevice(Engine& engine) {
  const Options& options = engine.options;
  if (options.backend == Backend::kReference) {
    UseReferenceKernels(engine);
    return {};
  }
  auto trusted =
      AcquireTrustedDevice(DeviceRequestOf(options), AskedDevicesOf(options), options.serialization_dir);
  if (!trusted.ok()) {
    engine.report->SetNoDevice(trusted.status().message());
    return trusted.status();
  }
  for (const std::string& warning : trusted->warnings) engine.logger.Warning(warning);
  engine.report->SetSelfTest(OutcomesOf(trusted->answers));
  vk::KeepDevice(trusted->device);
  Describe(*trusted->device, engine);
  engine.device = std::make_shared<CurrentDevice>(
      std::move(trusted->device), [request = trusted->request] { return vk::AcquireDevice(request); });
  return {};
}

}  // namespace litevk
