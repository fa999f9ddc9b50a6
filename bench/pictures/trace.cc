#include "bench/pictures/trace.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace litevk::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kHost = 1;
constexpr int kDevice = 2;

// Converts to microseconds, slightly above whole nanoseconds, so that one event ends where the next begins.
// Readers may truncate to nanoseconds, and most decimal fractions are not exact.
double Microseconds(int64_t nanoseconds) { return (static_cast<double>(nanoseconds) + 0.2) / 1000; }
int64_t Nanoseconds(double us) { return std::llround(1000 * us); }

class TraceWriter {
 public:
  Json Write(const Timeline& timeline, const std::string& device) {
    Name("process_name", kHost, 0, "host");
    for (size_t i = 0; i < timeline.tracks.size(); ++i) {
      const Track& track = timeline.tracks[i];
      const int process = track.is_device() ? kDevice : kHost;
      const int thread = static_cast<int>(i) + 1;
      if (track.kind == TrackKind::kSubmissions) Name("process_name", kDevice, 0, device);
      Name("thread_name", process, thread, track.name);
      Order(process, thread);
      for (size_t e = 0; e < track.events.size(); ++e) Add(track, e, process, thread);
    }
    return std::move(events_);
  }

 private:
  void Name(const char* kind, int process, int thread, const std::string& name) {
    events_.push_back(
        {{"ph", "M"}, {"name", kind}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}});
  }
  void Order(int process, int thread) {
    events_.push_back({{"ph", "M"},
                       {"name", "thread_sort_index"},
                       {"pid", process},
                       {"tid", thread},
                       {"args", {{"sort_index", thread}}}});
  }

  void Add(const Track& track, size_t index, int process, int thread) {
    const Event& event = track.events[index];
    const int64_t begin = Nanoseconds(event.begin_us);
    int64_t end = Nanoseconds(event.begin_us + event.us);
    // Readers drop an event that overlaps the next one, even by a rounding error.
    if (index + 1 < track.events.size()) end = std::min(end, Nanoseconds(track.events[index + 1].begin_us));
    Json json = {{"ph", "X"},
                 {"name", event.name},
                 {"cat", track.name},
                 {"pid", process},
                 {"tid", thread},
                 {"ts", Microseconds(begin)},
                 {"dur", Microseconds(end - begin)}};
    Json args = event.facts;
    if (event.run >= 0) args["run"] = event.run;
    if (!args.is_null()) json["args"] = std::move(args);
    events_.push_back(std::move(json));
    if (event.submission >= 0) Arrow(track.is_device() ? "f" : "s", event.submission, begin, process, thread);
  }

  void Arrow(const char* end, int id, int64_t at, int process, int thread) {
    Json json = {{"ph", end},      {"name", "submission"}, {"cat", "submission"},   {"id", id},
                 {"pid", process}, {"tid", thread},        {"ts", Microseconds(at)}};
    if (*end == 'f') json["bp"] = "e";
    events_.push_back(std::move(json));
  }

  Json events_ = Json::array();
};

}  // namespace

Json TraceJson(const Timeline& timeline, const std::string& device, Json about) {
  about["device_clock_uncertainty_us"] = timeline.device_uncertainty_us;
  return {{"displayTimeUnit", "ns"},
          {"otherData", std::move(about)},
          {"traceEvents", TraceWriter().Write(timeline, device)}};
}

}  // namespace litevk::bench
