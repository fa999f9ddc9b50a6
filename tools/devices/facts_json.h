// What a driver says of a device, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "runtime/vk/device_info.h"
#include "runtime/vk/driver_facts.h"

namespace litevk::tools {

// Returns the member "driver_facts" of litevk-devices --json. Vulkan's numbers have Vulkan's names, and what
// the driver does not say is null. "assumed" is no driver's but litevk's: what it counts on without having
// measured it.
nlohmann::json FactsJson(const vk::DriverFacts& facts, const vk::DeviceInfo& device);

}  // namespace litevk::tools
