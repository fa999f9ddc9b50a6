#include "runtime/exec/pipeline_statistics.h"

#include <set>
#include <utility>

#include "runtime/exec/graph_check.h"
#include "runtime/graph/specialize.h"
#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/structs.h"

namespace litevk {
namespace {

double ValueOf(const VkPipelineExecutableStatisticKHR& statistic) {
  switch (statistic.format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
      return statistic.value.b32 == VK_TRUE ? 1 : 0;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
      return static_cast<double>(statistic.value.i64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
      return static_cast<double>(statistic.value.u64);
    default:
      return statistic.value.f64;
  }
}

Status AppendStatistics(const vk::Device& device, VkPipeline pipeline, uint32_t executable,
                        std::vector<PipelineStatistic>& out) {
  auto info = vk::Make<VkPipelineExecutableInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
  info.pipeline = pipeline;
  info.executableIndex = executable;
  LITEVK_ASSIGN_OR_RETURN(
      const auto statistics,
      vk::Enumerate<VkPipelineExecutableStatisticKHR>(
          "vkGetPipelineExecutableStatisticsKHR",
          [&](uint32_t* count, VkPipelineExecutableStatisticKHR* items) {
            return device.fn().vkGetPipelineExecutableStatisticsKHR(device.handle(), &info, count, items);
          },
          vk::Make<VkPipelineExecutableStatisticKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR)));
  for (const auto& statistic : statistics) out.push_back({statistic.name, ValueOf(statistic)});
  return {};
}

Result<std::vector<PipelineStatistic>> StatisticsOf(const vk::Device& device, VkPipeline pipeline) {
  auto info = vk::Make<VkPipelineInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR);
  info.pipeline = pipeline;
  LITEVK_ASSIGN_OR_RETURN(
      const auto executables,
      vk::Enumerate<VkPipelineExecutablePropertiesKHR>(
          "vkGetPipelineExecutablePropertiesKHR",
          [&](uint32_t* count, VkPipelineExecutablePropertiesKHR* items) {
            return device.fn().vkGetPipelineExecutablePropertiesKHR(device.handle(), &info, count, items);
          },
          vk::Make<VkPipelineExecutablePropertiesKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR)));
  std::vector<PipelineStatistic> statistics;
  for (uint32_t i = 0; i < executables.size(); ++i) {
    LITEVK_RETURN_IF_ERROR(AppendStatistics(device, pipeline, i, statistics));
  }
  return statistics;
}

}  // namespace

Result<std::vector<PipelineStatistics>> CollectPipelineStatistics(const vk::Device& device,
                                                                  const gpu::Graph& graph) {
  if (!device.features().has(vk::Feature::kPipelineStatistics)) {
    return Unavailable(device.info().name + ": expected VK_KHR_pipeline_executable_properties, found none");
  }
  LITEVK_RETURN_IF_ERROR(CheckGraph(graph, device));
  std::set<std::shared_ptr<const vk::Pipeline>> seen;
  std::vector<PipelineStatistics> result;
  for (const gpu::Dispatch& dispatch : graph.dispatches) {
    LITEVK_ASSIGN_OR_RETURN(auto pipeline,
                            device.GetPipelineWithStatistics({dispatch.shader, dispatch.spec}));
    if (!seen.insert(pipeline).second) continue;
    LITEVK_ASSIGN_OR_RETURN(std::vector<PipelineStatistic> statistics,
                            StatisticsOf(device, pipeline->pipeline.get()));
    const size_t instructions = gpu::CountInstructions(gpu::Specialize(*dispatch.shader, dispatch.spec));
    result.push_back({std::string(dispatch.shader->name), dispatch.spec, dispatch.label, instructions,
                      pipeline->compile_ms, std::move(statistics)});
  }
  return result;
}

}  // namespace litevk
