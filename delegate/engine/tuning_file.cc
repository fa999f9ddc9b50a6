#include "delegate/engine/tuning_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "runtime/base/printable.h"
#include "runtime/platform/files.h"

namespace litevk {
namespace {

constexpr int kSchemaVersion = 1;

std::string FeatureNames(vk::FeatureSet features) {
  std::string names;
  for (uint32_t i = 0; i < vk::kFeatureCount; ++i) {
    const auto feature = static_cast<vk::Feature>(i);
    if (features.has(feature)) names += " " + std::string(vk::FeatureName(feature));
  }
  return names;
}

// Returns a name for a file, which a person can tell from others.
std::string FileName(const vk::DeviceInfo& device, vk::FeatureSet features) {
  std::string name = device.name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return "litevk-" + name + "-" + std::to_string(features.bits()) + ".tuning";
}

}  // namespace

TuningFile::TuningFile(const std::string& folder, const vk::DeviceInfo& device, vk::FeatureSet features)
    : path_(folder + "/" + FileName(device, features)),
      made_for_(device.name + ", " + device.driver + ", " + device.pipeline_cache_id +
                ", litevk " LITEVK_VERSION + "," + FeatureNames(features)) {}

Result<Choices> TuningFile::Read() const {
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) return Choices();
  LITEVK_ASSIGN_OR_RETURN(const std::string text, ReadFile(path_));
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto fail = [this](const std::string& found) {
    return InvalidArgument("file \"" + path_ + "\": expected tuning results of " + made_for_ + ", found " +
                           found);
  };
  if (!json.is_object() || !json.contains("schema_version") || json["schema_version"] != kSchemaVersion ||
      !json.contains("choices") || !json["choices"].is_object()) {
    return fail("something else");
  }
  if (!json.contains("made_for") || json["made_for"] != made_for_)
    return fail("those of another device or version");
  Choices choices;
  for (const auto& [key, alternative] : json["choices"].items()) {
    if (!alternative.is_string()) return fail("a damaged file");
    choices[key] = alternative.get<std::string>();
  }
  return choices;
}

Status TuningFile::Add(const Choices& choices) const {
  Choices all = choices;
  if (const auto kept = Read(); kept.ok()) all.insert(kept->begin(), kept->end());
  const nlohmann::json json = {{"schema_version", kSchemaVersion}, {"made_for", made_for_}, {"choices", all}};
  return WriteFileAtomically(path_, JsonText(json, 1) + "\n");
}

}  // namespace litevk
