#include "tools/devices/facts_json.h"

#include <nlohmann/json.hpp>
#include <variant>

#include "runtime/vk/device_rates.h"

namespace litevk::tools {
namespace {

using Json = nlohmann::json;

template <typename Value>
Json OrNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json LimitsJson(const std::vector<vk::Limit>& limits) {
  Json json = Json::object();
  for (const vk::Limit& limit : limits) {
    json[limit.name] = std::visit([](const auto& value) { return Json(value); }, limit.value);
  }
  return json;
}

void AddDriver(const vk::DriverFacts& facts, Json& json) {
  json["vendor_id"] = facts.vendor_id;
  json["device_id"] = facts.device_id;
  json["driver_version"] = facts.driver_version;
  if (!facts.driver) return;
  json["driver_id"] = facts.driver->id;
  json["driver_name"] = facts.driver->name;
  json["driver_info"] = facts.driver->info;
  json["conformance_version"] = facts.driver->conformance_version;
}

Json SubgroupsJson(const std::optional<vk::SubgroupFacts>& subgroups) {
  if (!subgroups) return nullptr;
  Json json = {{"size", subgroups->size},
               {"stages", subgroups->stages},
               {"operations", subgroups->operations},
               {"quad_in_all_stages", subgroups->quad_in_all_stages}};
  if (const auto& sizes = subgroups->sizes) {
    json["min_size"] = sizes->min_size;
    json["max_size"] = sizes->max_size;
    json["max_workgroup_subgroups"] = sizes->max_workgroup_subgroups;
    json["required_size_stages"] = sizes->required_size_stages;
  }
  return json;
}

Json MemoryJson(const vk::DriverFacts& facts) {
  Json heaps = Json::array();
  for (const vk::MemoryHeap& heap : facts.heaps) {
    heaps.push_back({{"bytes", heap.bytes},
                     {"flags", heap.flags},
                     {"budget_bytes", OrNull(heap.budget_bytes)},
                     {"usage_bytes", OrNull(heap.usage_bytes)}});
  }
  Json types = Json::array();
  for (const vk::MemoryType& type : facts.memory_types) {
    types.push_back({{"heap", type.heap}, {"flags", type.flags}});
  }
  return {{"heaps", heaps}, {"types", types}};
}

Json QueueFamiliesJson(const std::vector<vk::QueueFamily>& families) {
  Json json = Json::array();
  for (const vk::QueueFamily& family : families) {
    json.push_back({{"flags", family.flags},
                    {"count", family.count},
                    {"timestampValidBits", family.timestamp_bits},
                    {"chosen", family.chosen}});
  }
  return json;
}

Json ExtensionsJson(const std::vector<vk::Extension>& extensions) {
  Json json = Json::object();
  for (const vk::Extension& extension : extensions) json[extension.name] = extension.version;
  return json;
}

// There is one rate of copies for each I/O path of inputs and outputs; options may choose the path.
Json AssumedJson(const vk::DeviceInfo& device) {
  const gpu::DeviceProfile& profile = device.limits.profile;
  const gpu::DeviceRates mapped = vk::RatesOf(device.type, vk::IoPath::kMapped);
  const gpu::DeviceRates staged = vk::RatesOf(device.type, vk::IoPath::kStaged);
  return {{"device_class", profile.device_class},
          {"max_tile", profile.max_tile},
          {"parallel_workgroups", profile.parallel_workgroups},
          {"scratch_divisor", profile.scratch_divisor},
          {"gflops", mapped.gflops},
          {"gbs", mapped.gbs},
          {"submit_us", mapped.submit_us},
          {"dispatch_us", mapped.dispatch_us},
          {"copy_mapped_gbs", mapped.io_gbs},
          {"copy_staged_gbs", staged.io_gbs}};
}

}  // namespace

Json FactsJson(const vk::DriverFacts& facts, const vk::DeviceInfo& device) {
  Json json = {
      {"limits", LimitsJson(facts.limits)},
      {"features", facts.features},
      {"accelerated_dot_products", facts.accelerated_dot_products},
      {"subgroups", SubgroupsJson(facts.subgroups)},
      {"memory", MemoryJson(facts)},
      {"queue_families", QueueFamiliesJson(facts.queue_families)},
      {"extensions", ExtensionsJson(facts.extensions)},
      {"cores", {{"count", OrNull(facts.cores.count)}, {"numbers", LimitsJson(facts.cores.numbers)}}},
      {"timestamps", {{"bits", device.timestamp_bits}, {"period_ns", device.timestamp_period_ns}}},
      {"assumed", AssumedJson(device)}};
  AddDriver(facts, json);
  return json;
}

}  // namespace litevk::tools
