#include "runtime/vk/instance/device_request.h"

#include <algorithm>
#include <cctype>

namespace litevk::vk {
namespace {

// Returns the rank of a device type; lower is preferred.
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

bool IsNamed(const DeviceInfo& device, const DeviceRequest& request) {
  return (!request.device_id || *request.device_id == device.index) &&
         ContainsIgnoringCase(device.name, request.device_name);
}

// Returns why a device that the request names is refused; empty if it is not.
std::string Refusal(const DeviceInfo& device, const DeviceRequest& request) {
  if (!device.usable()) {
    std::string reason;
    for (const std::string& requirement : device.missing)
      reason += (reason.empty() ? "" : ", ") + requirement;
    return reason;
  }
  if (device.type == DeviceType::kCpu && !request.allow_cpu_device) {
    return "is a CPU driver; " + request.cpu_device_remedy;
  }
  return {};
}

std::string NumberAndName(const DeviceInfo& device) {
  return std::to_string(device.index) + " " + device.name;
}

std::string NobodyIsNamed(std::span<const DeviceInfo> devices, const DeviceRequest& request) {
  const std::string name = "\"" + request.device_name + "\"";
  std::string message = "no GPU is called " + name;
  if (request.device_id) {
    message = "no GPU has the number " + std::to_string(*request.device_id);
    if (!request.device_name.empty()) message += " and is called " + name;
  }
  const char* separator = "; there is: ";
  for (const DeviceInfo& device : devices) {
    message += separator + NumberAndName(device) + (device.type == DeviceType::kCpu ? " (a CPU driver)" : "");
    separator = ", ";
  }
  return message;
}

std::string NobodyIsTaken(std::span<const DeviceInfo> devices, const DeviceRequest& request) {
  if (devices.empty()) return kNoDevices;
  std::string refusals;
  for (const DeviceInfo& device : devices) {
    if (!IsNamed(device, request)) continue;
    refusals += (refusals.empty() ? "" : "; ") + NumberAndName(device) + " " + Refusal(device, request);
  }
  return refusals.empty() ? NobodyIsNamed(devices, request) : "no GPU can be used: " + refusals;
}

}  // namespace

Result<uint32_t> ChooseDevice(std::span<const DeviceInfo> devices, const DeviceRequest& request,
                              const NodeProblems& node_problems) {
  const DeviceInfo* best = nullptr;
  for (const DeviceInfo& device : devices) {
    if (!IsNamed(device, request) || !Refusal(device, request).empty()) continue;
    if (best == nullptr || Rank(device.type) < Rank(best->type)) best = &device;
  }
  if (best != nullptr) return best->index;
  std::string message = NobodyIsTaken(devices, request);
  if (node_problems) {
    for (const std::string& problem : node_problems()) message += "; " + problem;
  }
  return Unavailable(std::move(message));
}

}  // namespace litevk::vk
