#include "runtime/vk/instance/driver_lists.h"
#include "runtime/vk/instance/registry_structs.h"

namespace litevk::vk {
namespace {

// Derives the name from the member, so that they cannot disagree.
#define LITEVK_NUMBER(member)          \
  {                                    \
#member, uint64_t { from->member } \
  }

void AddNvidia(const DriverQuery& query, CoreFacts& cores) {
  const auto from = query.Properties<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
      {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV, "VK_NV_shader_sm_builtins"});
  if (!from) return;
  cores.count = from->shaderSMCount;
  cores.numbers.insert(cores.numbers.end(), {LITEVK_NUMBER(shaderSMCount), LITEVK_NUMBER(shaderWarpsPerSM)});
}

void AddAmd(const DriverQuery& query, CoreFacts& cores) {
  const auto from = query.Properties<VkPhysicalDeviceShaderCorePropertiesAMD>(
      {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD, "VK_AMD_shader_core_properties"});
  if (!from) return;
  cores.count =
      uint64_t{from->shaderEngineCount} * from->shaderArraysPerEngineCount * from->computeUnitsPerShaderArray;
  cores.numbers.insert(cores.numbers.end(),
                       {LITEVK_NUMBER(shaderEngineCount), LITEVK_NUMBER(shaderArraysPerEngineCount),
                        LITEVK_NUMBER(computeUnitsPerShaderArray), LITEVK_NUMBER(simdPerComputeUnit),
                        LITEVK_NUMBER(wavefrontsPerSimd), LITEVK_NUMBER(wavefrontSize),
                        LITEVK_NUMBER(sgprsPerSimd), LITEVK_NUMBER(minSgprAllocation),
                        LITEVK_NUMBER(maxSgprAllocation), LITEVK_NUMBER(sgprAllocationGranularity),
                        LITEVK_NUMBER(vgprsPerSimd), LITEVK_NUMBER(minVgprAllocation),
                        LITEVK_NUMBER(maxVgprAllocation), LITEVK_NUMBER(vgprAllocationGranularity)});
}

// Counts active units. The product of engines, arrays and units includes units that are disabled in cheaper
// chips.
void AddAmdActive(const DriverQuery& query, CoreFacts& cores) {
  const auto from = query.Properties<VkPhysicalDeviceShaderCoreProperties2AMD>(
      {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_2_AMD, "VK_AMD_shader_core_properties2"});
  if (!from) return;
  cores.count = from->activeComputeUnitCount;
  cores.numbers.push_back(LITEVK_NUMBER(activeComputeUnitCount));
}

void AddArm(const DriverQuery& query, CoreFacts& cores) {
  if (const auto from =
          query.Properties<ArmCoreBuiltins>({kArmCoreBuiltinsType, "VK_ARM_shader_core_builtins"})) {
    cores.count = from->shaderCoreCount;
    cores.numbers.insert(cores.numbers.end(), {LITEVK_NUMBER(shaderCoreMask), LITEVK_NUMBER(shaderCoreCount),
                                               LITEVK_NUMBER(shaderWarpsPerCore)});
  }
  if (const auto from =
          query.Properties<ArmCoreRates>({kArmCoreRatesType, "VK_ARM_shader_core_properties"})) {
    cores.numbers.insert(cores.numbers.end(),
                         {LITEVK_NUMBER(pixelRate), LITEVK_NUMBER(texelRate), LITEVK_NUMBER(fmaRate)});
  }
}

#undef LITEVK_NUMBER

}  // namespace

CoreFacts CoresOf(const DriverQuery& query) {
  CoreFacts cores;
  AddNvidia(query, cores);
  AddAmd(query, cores);
  AddAmdActive(query, cores);
  AddArm(query, cores);
  return cores;
}

}  // namespace litevk::vk
