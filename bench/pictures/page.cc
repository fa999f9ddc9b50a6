#include "bench/pictures/page.h"

#include <algorithm>

#include "bench/model/operator_columns.h"
#include "bench/model/print.h"
#include "bench/pictures/palette.h"
#include "runtime/base/printable.h"

namespace litevk::bench {
namespace {

using Json = nlohmann::ordered_json;

Json ColourJson(const Colour& colour) { return {{"fill", colour.fill}, {"text", colour.text}}; }

template <typename Colours>
Json ColoursJson(const Colours& colours) {
  Json json = Json::array();
  for (const Colour& colour : colours) json.push_back(ColourJson(colour));
  return json;
}

Json PaletteJson() {
  Json bands = Json::array();
  for (const ErrorBand& band : kErrorBands) {
    bands.push_back({{"up_to", band.up_to}, {"colour", ColourJson(band.colour)}});
  }
  return {{"time", ColoursJson(kTimeRamp)}, {"error", std::move(bands)}};
}

Json ColumnsJson() {
  Json columns = Json::array();
  for (const OperatorColumn& column : OperatorColumns()) {
    columns.push_back({{"key", column.key},
                       {"title", column.title},
                       {"about", column.about},
                       {"is_number", column.is_number}});
  }
  return columns;
}

template <typename Value>
Json OrNull(const std::optional<Value>& value) {
  return value.has_value() ? Json(*value) : Json(nullptr);
}

Json NodeJson(const ModelNode& node) {
  return {{"index", node.index},
          {"op", node.op},
          {"feeders", node.feeders},
          {"output", node.output},
          {"reads_input", node.reads_model_input},
          {"makes_output", node.makes_model_output},
          {"is_constant", node.is_constant},
          {"is_cpu", node.location == Location::kCpu},
          {"partition", node.partition},
          {"root", node.location == Location::kPrepared || node.root < 0 ? node.index : node.root},
          {"where", LocationText(node)},
          {"colour", ColourJson(ColourOf(node))},
          {"us", OrNull(node.us)},
          {"error", OrNull(node.error)},
          {"error_text", node.error_text}};
}

Json SubgraphsJson(const std::vector<ModelSubgraph>& subgraphs) {
  Json json = Json::array();
  for (const ModelSubgraph& subgraph : subgraphs) {
    Json nodes = Json::array();
    for (const ModelNode& node : subgraph.nodes) nodes.push_back(NodeJson(node));
    json.push_back({{"name", subgraph.name}, {"nodes", std::move(nodes)}});
  }
  return json;
}

// Returns the index of the inference with the median time. Inference 0, the first one, is not
// considered.
int TypicalRun(const Profile& profile) {
  std::vector<std::pair<double, int>> runs;
  runs.reserve(profile.runs_ms.size());
  for (const double ms : profile.runs_ms) runs.emplace_back(ms, static_cast<int>(runs.size()) + 1);
  if (runs.empty()) return 0;
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
  std::ranges::nth_element(runs, middle);
  return middle->second;
}

Json TracksJson(const Timeline& timeline, int run) {
  Json tracks = Json::array();
  for (const Track& track : timeline.tracks) {
    Json events = Json::array();
    for (const Event& event : track.events) {
      if (event.run == run)
        events.push_back({{"name", event.name}, {"begin_us", event.begin_us}, {"us", event.us}});
    }
    tracks.push_back({{"name", track.name}, {"is_device", track.is_device()}, {"events", std::move(events)}});
  }
  return tracks;
}

Json PeaksJson(const std::optional<DevicePeaks>& peaks) {
  if (!peaks.has_value()) return nullptr;
  return {{"gflops", peaks->gflops}, {"gbs", peaks->gbs}};
}

Json DataJson(const Page& page) {
  const Profile& profile = *page.measurement.profile;
  const int run = TypicalRun(profile);
  const ColdStart& cold = page.measurement.cold_start;
  return {{"about", page.about},
          {"notes", page.measurement.notes},
          {"steady_ms", ToJson(page.measurement.steady_ms)},
          {"cold_start_ms",
           {{"load", cold.load_ms},
            {"plan", cold.plan_ms},
            {"prepare", cold.prepare_ms},
            {"first inference", cold.first_ms}}},
          {"columns", ColumnsJson()},
          {"operators", RowsJson(profile.operators)},
          {"subgraphs", SubgraphsJson(page.subgraphs)},
          {"run", run},
          {"tracks", TracksJson(page.timeline, run)},
          {"device_clock_uncertainty_us", page.timeline.device_uncertainty_us},
          {"peaks", PeaksJson(page.peaks)},
          {"palette", PaletteJson()}};
}

// Escapes JSON for a script element, which must not contain its end tag or the start of a comment.
std::string ForScript(const std::string& json) {
  std::string text;
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string ToHtml(const Page& page) {
  constexpr std::string_view kPlaceholder = "<!-- data -->";
  const size_t begin = kPageTemplate.find(kPlaceholder);
  std::string html(kPageTemplate.substr(0, begin));
  html +=
      "<script id=\"data\" type=\"application/json\">" + ForScript(JsonText(DataJson(page))) + "</script>";
  html += kPageTemplate.substr(begin + kPlaceholder.size());
  return html;
}

}  // namespace litevk::bench
