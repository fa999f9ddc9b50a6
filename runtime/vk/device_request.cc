#include "runtime/vk/device_request.h"

#include <algorithm>
#include <cctype>

namespace litevk::vk {
namespace {

// Lower is better.
int Rank(DeviceType type) {
  switch (type) {
    case DeviceType::kDiscrete:
      return 0;
    case DeviceType::kIntegrated:
      return 1;
    case DeviceType::kVirtual:
      return 2;
    case DeviceType::kOther:
      return 3;
    case DeviceType::kCpu:
      break;
  }
  return 4;
}

bool ContainsIgnoringCase(const std::string& text, const std::string& part) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// Why the request does not take the device; empty when it does.
std::string Refusal(const DeviceInfo& device, const DeviceRequest& request) {
  if (request.device_id && *request.device_id != device.index) {
    return "is not device_id " + std::to_string(*request.device_id);
  }
  if (!ContainsIgnoringCase(device.name, request.device_name)) {
    return "has no \"" + request.device_name + "\" in its name";
  }
  if (!device.usable()) {
    std::string reason;
    for (const std::string& sentence : device.missing) reason += (reason.empty() ? "" : ", ") + sentence;
    return reason;
  }
  if (device.type == DeviceType::kCpu && !request.allow_cpu_device) {
    return "is a CPU driver; " + request.cpu_device_remedy;
  }
  return {};
}

}  // namespace

Result<uint32_t> ChooseDevice(std::span<const DeviceInfo> devices, const DeviceRequest& request,
                              const NodeProblems& node_problems) {
  const DeviceInfo* best = nullptr;
  std::string refusals;
  for (const DeviceInfo& device : devices) {
    const std::string refusal = Refusal(device, request);
    if (!refusal.empty()) {
      refusals += "; device " + std::to_string(device.index) + " (" + device.name + ") " + refusal;
    } else if (best == nullptr || Rank(device.type) < Rank(best->type)) {
      best = &device;
    }
  }
  if (best != nullptr) return best->index;
  std::string message =
      "vulkan device: expected one to use, found none of " + std::to_string(devices.size()) + refusals;
  if (node_problems) {
    for (const std::string& problem : node_problems()) message += "; " + problem;
  }
  return Unavailable(std::move(message));
}

}  // namespace litevk::vk
