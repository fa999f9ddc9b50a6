// State that all partitions of one delegate share. Kernels hold it too, so it outlives the delegate if an
// interpreter frees its kernels later.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "delegate/engine/options.h"
#include "delegate/engine/report_writer.h"
#include "delegate/lower/custom_ops.h"
#include "delegate/partition/partition_cost.h"
#include "runtime/base/log.h"
#include "runtime/graph/device_limits.h"
#include "runtime/graph/device_rates.h"

namespace litevk {

class CurrentDevice;  // delegate/engine/current_device.h
class Tuner;

struct Engine {
  Options options;
  Logger logger;
  CustomOps custom_ops;
  std::shared_ptr<CurrentDevice> device;  // null: partitions run on the CPU
  gpu::DeviceLimits limits;
  std::optional<gpu::DeviceRates> rates;  // none without a device
  bool is_cpu_driver = false;             // the device's driver runs on the CPU
  std::shared_ptr<Tuner> tuner;           // null: estimates choose
  std::shared_ptr<ReportWriter> report;

  // Returns the basis of estimates against `cpu`, the interpreter's kernels; none without a device.
  std::optional<CostModel> costs(const CpuSetting& cpu) const {
    if (!rates) return std::nullopt;
    return CostModel{.limits = limits, .rates = *rates, .is_cpu_driver = is_cpu_driver, .cpu = cpu};
  }
};

}  // namespace litevk
