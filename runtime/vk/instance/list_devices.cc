#include "runtime/vk/instance/list_devices.h"

#include <algorithm>
#include <utility>

#include "runtime/vk/instance/driver_lists.h"
#include "runtime/vk/instance/driver_query.h"
#include "runtime/vk/instance/flag_words.h"
#include "runtime/vk/instance/physical_device.h"

namespace litevk::vk {
namespace {

std::string VersionText(const VkConformanceVersion& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.subminor) + "." + std::to_string(version.patch);
}

std::optional<DriverIdentity> DriverOf(const DriverQuery& query) {
  const auto driver = query.Properties<VkPhysicalDeviceDriverProperties>(
      {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES, "VK_KHR_driver_properties", VK_API_VERSION_1_2});
  if (!driver) return std::nullopt;
  return DriverIdentity{.id = static_cast<uint32_t>(driver->driverID),
                        .name = driver->driverName,
                        .info = driver->driverInfo,
                        .conformance_version = VersionText(driver->conformanceVersion)};
}

std::optional<SubgroupSizes> SubgroupSizesOf(const DriverQuery& query) {
  const auto sizes = query.Properties<VkPhysicalDeviceSubgroupSizeControlProperties>(
      {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES, "VK_EXT_subgroup_size_control",
       VK_API_VERSION_1_3});
  if (!sizes) return std::nullopt;
  return SubgroupSizes{.min_size = sizes->minSubgroupSize,
                       .max_size = sizes->maxSubgroupSize,
                       .max_workgroup_subgroups = sizes->maxComputeWorkgroupSubgroups,
                       .required_size_stages = StageWords(sizes->requiredSubgroupSizeStages)};
}

std::optional<SubgroupFacts> SubgroupsOf(const DriverQuery& query) {
  const auto subgroups = query.Properties<VkPhysicalDeviceSubgroupProperties>(
      {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, "", VK_API_VERSION_1_1});
  if (!subgroups) return std::nullopt;
  return SubgroupFacts{.size = subgroups->subgroupSize,
                       .stages = StageWords(subgroups->supportedStages),
                       .operations = SubgroupWords(subgroups->supportedOperations),
                       .quad_in_all_stages = subgroups->quadOperationsInAllStages == VK_TRUE,
                       .sizes = SubgroupSizesOf(query)};
}

VkPhysicalDeviceMemoryProperties MemoryOf(const DriverQuery& query) {
  VkPhysicalDeviceMemoryProperties memory = {};
  query.fn().vkGetPhysicalDeviceMemoryProperties(query.device(), &memory);
  return memory;
}

std::optional<VkPhysicalDeviceMemoryBudgetPropertiesEXT> BudgetOf(const DriverQuery& query) {
  const auto get = query.fn().vkGetPhysicalDeviceMemoryProperties2;
  const AnswerStruct form = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT,
                             "VK_EXT_memory_budget"};
  if (get == nullptr || !query.Answers(form)) return std::nullopt;
  auto budget = Make<VkPhysicalDeviceMemoryBudgetPropertiesEXT>(form.type);
  auto memory =
      Make<VkPhysicalDeviceMemoryProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, &budget);
  get(query.device(), &memory);
  return budget;
}

std::vector<MemoryHeap> HeapsOf(const DriverQuery& query) {
  const VkPhysicalDeviceMemoryProperties memory = MemoryOf(query);
  const auto budget = BudgetOf(query);
  std::vector<MemoryHeap> heaps(memory.memoryHeapCount);
  for (uint32_t i = 0; i < heaps.size(); ++i) {
    heaps[i].bytes = memory.memoryHeaps[i].size;
    heaps[i].flags = HeapWords(memory.memoryHeaps[i].flags);
    if (!budget) continue;
    heaps[i].budget_bytes = budget->heapBudget[i];
    heaps[i].usage_bytes = budget->heapUsage[i];
  }
  return heaps;
}

std::vector<MemoryType> MemoryTypesOf(const DriverQuery& query) {
  const VkPhysicalDeviceMemoryProperties memory = MemoryOf(query);
  std::vector<MemoryType> types(memory.memoryTypeCount);
  for (uint32_t i = 0; i < types.size(); ++i) {
    types[i] = {memory.memoryTypes[i].heapIndex, MemoryWords(memory.memoryTypes[i].propertyFlags)};
  }
  return types;
}

std::vector<QueueFamily> QueueFamiliesOf(const DriverQuery& query, std::optional<uint32_t> chosen) {
  std::vector<QueueFamily> families;
  for (const VkQueueFamilyProperties& family : QueueFamilies(query.fn(), query.device())) {
    families.push_back({.flags = QueueWords(family.queueFlags),
                        .count = family.queueCount,
                        .timestamp_bits = family.timestampValidBits,
                        .chosen = chosen == families.size()});
  }
  return families;
}

std::vector<Extension> ExtensionsOf(const DriverQuery& query) {
  std::vector<Extension> extensions;
  for (const VkExtensionProperties& extension : query.extensions()) {
    extensions.push_back({extension.extensionName, extension.specVersion});
  }
  std::ranges::sort(extensions, {}, &Extension::name);
  return extensions;
}

DriverFacts FactsOf(const DriverQuery& query, const DeviceInfo& info) {
  return {.vendor_id = query.properties().vendorID,
          .device_id = query.properties().deviceID,
          .driver_version = query.properties().driverVersion,
          .driver = DriverOf(query),
          .limits = LimitsOf(query),
          .features = FeaturesOf(query),
          .accelerated_dot_products = AcceleratedDotProductsOf(query),
          .subgroups = SubgroupsOf(query),
          .heaps = HeapsOf(query),
          .memory_types = MemoryTypesOf(query),
          .queue_families = QueueFamiliesOf(query, info.queue_family),
          .extensions = ExtensionsOf(query),
          .cores = CoresOf(query)};
}

// Returns the query of the device with DeviceInfo::index.
Result<DriverQuery> QueryOf(const Instance& instance, const DeviceInfo& info) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<VkPhysicalDevice> devices, instance.PhysicalDevices());
  if (info.index < devices.size()) return DriverQuery::Create(instance, devices[info.index]);
  return Unavailable("vulkan device " + std::to_string(info.index) + ": expected to find it again, found " +
                     std::to_string(devices.size()) + " devices");
}

}  // namespace

Result<std::vector<DeviceInfo>> ListDevices() {
  LITEVK_ASSIGN_OR_RETURN(const auto instance, Instance::Acquire());
  return DescribeAll(*instance);
}

Result<DeviceListing> ListDevicesWithFacts() {
  LITEVK_ASSIGN_OR_RETURN(const auto instance, Instance::Acquire());
  DeviceListing listing;
  LITEVK_ASSIGN_OR_RETURN(listing.devices, DescribeAll(*instance));
  for (const DeviceInfo& info : listing.devices) {
    LITEVK_ASSIGN_OR_RETURN(const DriverQuery query, QueryOf(*instance, info));
    listing.facts.push_back(FactsOf(query, info));
  }
  return listing;
}

Result<MemoryHeap> MainHeap(const DeviceInfo& device) {
  LITEVK_ASSIGN_OR_RETURN(const auto instance, Instance::Acquire());
  LITEVK_ASSIGN_OR_RETURN(const DriverQuery query, QueryOf(*instance, device));
  const VkPhysicalDeviceMemoryProperties memory = MemoryOf(query);
  const std::vector<MemoryHeap> heaps = HeapsOf(query);
  std::optional<uint32_t> largest;
  for (uint32_t i = 0; i < heaps.size(); ++i) {
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) == 0) continue;
    if (!largest || heaps[i].bytes > heaps[*largest].bytes) largest = i;
  }
  if (largest) return heaps[*largest];
  return Unavailable("vulkan device " + device.name + ": expected device-local memory, found none");
}

}  // namespace litevk::vk
