#include "bench/pictures/model_explorer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "bench/pictures/palette.h"
#include "runtime/base/printable.h"
#include "runtime/platform/files.h"

namespace litevk::bench {
namespace {

using Json = nlohmann::ordered_json;

// Returns the value of a node and, if it does not follow from the value, its colours; null: none.
using Value = std::function<Json(const ModelNode&)>;

Json Where(const ModelNode& node) {
  const Colour colour = ColourOf(node);
  return {{"value", LocationText(node)}, {"bgColor", colour.fill}, {"textColor", colour.text}};
}

// Rounds to the digits that fit into a table.
double Rounded(double value) {
  constexpr double kDigits = 1e4;
  if (value == 0) return 0;
  const double scale = kDigits / std::pow(10.0, std::ceil(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

Json Time(const ModelNode& node) {
  return node.us.has_value() ? Json{{"value", Rounded(*node.us)}} : Json(nullptr);
}
Json Error(const ModelNode& node) {
  return node.error.has_value() ? Json{{"value", Rounded(*node.error)}} : Json(nullptr);
}

Json TimeStyle() {
  Json stops = Json::array();
  for (size_t i = 0; i < kTimeRamp.size(); ++i) {
    stops.push_back({{"stop", static_cast<double>(i) / (kTimeRamp.size() - 1)},
                     {"bgColor", kTimeRamp[i].fill},
                     {"textColor", kTimeRamp[i].text}});
  }
  return {{"gradient", std::move(stops)}};
}

Json ErrorStyle() {
  Json thresholds = Json::array();
  for (const ErrorBand& band : kErrorBands) {
    thresholds.push_back(
        {{"value", band.up_to}, {"bgColor", band.colour.fill}, {"textColor", band.colour.text}});
  }
  return {{"thresholds", std::move(thresholds)}};
}

// Returns the node data. Subgraphs without any value are left out.
Json NodeData(const std::vector<ModelSubgraph>& subgraphs, const std::string& name, const Value& value,
              const Json& style) {
  Json data = Json::object();
  for (const ModelSubgraph& subgraph : subgraphs) {
    Json results = Json::object();
    for (const ModelNode& node : subgraph.nodes) {
      Json result = value(node);
      if (!result.is_null()) results[std::to_string(node.index)] = std::move(result);
    }
    if (results.empty()) continue;
    Json graph = {{"name", name}, {"results", std::move(results)}};
    graph.update(style);
    data[subgraph.name] = std::move(graph);
  }
  return data;
}

bool IsCompared(const std::vector<ModelSubgraph>& subgraphs) {
  return std::ranges::any_of(subgraphs, [](const ModelSubgraph& subgraph) {
    return std::ranges::any_of(subgraph.nodes, [](const ModelNode& node) { return node.error.has_value(); });
  });
}

}  // namespace

Result<std::vector<std::filesystem::path>> WriteNodeData(const std::filesystem::path& path,
                                                         const std::vector<ModelSubgraph>& subgraphs) {
  std::vector<std::pair<std::string, Json>> files = {
      {"where", NodeData(subgraphs, "where it ran", Where, Json::object())},
      {"time", NodeData(subgraphs, "time, us", Time, TimeStyle())}};
  if (IsCompared(subgraphs)) {
    files.emplace_back("error", NodeData(subgraphs, "error, of what is allowed", Error, ErrorStyle()));
  }
  std::vector<std::filesystem::path> written;
  for (const auto& [kind, json] : files) {
    std::filesystem::path file = path;
    file.replace_extension(kind + ".json");
    // Names in a model file need not be UTF-8.
    LITEVK_RETURN_IF_ERROR(WriteFileAtomically(file.string(), JsonText(json, 2) + "\n"));
    written.push_back(std::move(file));
  }
  return written;
}

}  // namespace litevk::bench
