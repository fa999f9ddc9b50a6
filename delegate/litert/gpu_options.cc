#include "delegate/litert/gpu_options.h"

#include <algorithm>
#include <utility>

namespace litevk {
namespace {

// LiteRT's precision: 0 default, 1 float16, 2 float32, 3 float16 with sums of float32.
std::string PrecisionLoss(std::string_view value) { return value == "1" || value == "3" ? "1" : "0"; }

std::string Unquoted(std::string_view value) {
  const bool is_quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
  return std::string(is_quoted ? value.substr(1, value.size() - 2) : value);
}

struct GpuOption {
  std::string_view key;
  std::string_view option;  // key in the delegate's table
  std::string (*value)(std::string_view);
};

constexpr GpuOption kGpuOptions[] = {
    {"precision", "is_precision_loss_allowed", PrecisionLoss},
    {"serialization_dir", "serialization_dir", Unquoted},
    {"preferred_device_substr", "device_name", Unquoted},
};

std::string_view NextLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

TranslatedOptions TranslateGpuOptions(std::string_view text) {
  constexpr std::string_view kEquals = " = ";
  TranslatedOptions translated;
  while (!text.empty()) {
    const std::string_view line = NextLine(text);
    const size_t equals = line.find(kEquals);
    const std::string_view key = line.substr(0, equals);
    const auto* const found = std::ranges::find(kGpuOptions, key, &GpuOption::key);
    if (equals != std::string_view::npos && found != std::end(kGpuOptions)) {
      translated.pairs.emplace_back(found->option, found->value(line.substr(equals + kEquals.size())));
    } else if (!line.empty()) {
      translated.ignored.emplace_back(line);
    }
  }
  return translated;
}

}  // namespace litevk
