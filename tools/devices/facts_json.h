// The driver's facts on a device, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "runtime/vk/instance/device_info.h"
#include "runtime/vk/instance/driver_facts.h"

namespace litevk::tools {

// Returns the member "driver_facts" of litevk-devices --json. Vulkan's values have Vulkan's names, and values
// that the driver does not report are null. The member "assumed" has litevk's own rates, which it assumes
// without a measurement.
nlohmann::json FactsJson(const vk::DriverFacts& facts, const vk::DeviceInfo& device);

}  // namespace litevk::tools
