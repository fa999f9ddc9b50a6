#include "runtime/graph/shader_variant.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace litevk::gpu {

std::string ToString(const Variant& variant) {
  constexpr std::array<std::string_view, 4> kTails = {"", "single floats of the source",
                                                      "single floats of the output's dims",
                                                      "single floats of the source and of the output's dims"};
  const std::array<std::string_view, 5> parts = {
      variant.reads_texels() ? "texels" : "", kTails.at(static_cast<size_t>(variant.tail)),
      variant.subgroups ? "subgroups" : "", variant.precision == Precision::kFloat16 ? "float16" : "",
      variant.dot_products ? "dot products" : ""};
  std::string text;
  for (const std::string_view part : parts) {
    if (!part.empty()) text.append(text.empty() ? "" : ", ").append(part);
  }
  return text;
}

const ShaderInfo* FindModule(std::span<const ShaderModule> modules, const Variant& key) {
  const auto found = std::ranges::find(modules, key, &ShaderModule::key);
  return found == modules.end() ? nullptr : found->info;
}

}  // namespace litevk::gpu
