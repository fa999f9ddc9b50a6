#include "runtime/exec/constant_check.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/vk/instance/validation.h"

namespace litevk {

Status ConstantHashes::Check(const gpu::Graph& graph) {
  for (const gpu::Constant& constant : graph.constants) LITEVK_RETURN_IF_ERROR(Check(graph, constant));
  for (const gpu::Constant& constant : graph.repeated_constants)
    LITEVK_RETURN_IF_ERROR(Check(graph, constant));
  return {};
}

Status ConstantHashes::Check(const gpu::Graph& graph, const gpu::Constant& constant) {
  if (constant.key.empty()) return {};
  std::vector<char> bytes(graph.tensors[static_cast<size_t>(constant.tensor)].bytes);
  LITEVK_RETURN_IF_ERROR(constant.write(std::as_writable_bytes(std::span(bytes))));
  const size_t hash = std::hash<std::string_view>()({bytes.data(), bytes.size()});
  const auto [known, is_new] = hashes_.try_emplace({constant.key, bytes.size()}, hash);
  if (!is_new && known->second != hash) {
    vk::ReportValidation(("constants of one key have other bytes: " + constant.key).c_str());
  }
  return {};
}

}  // namespace litevk
