#include "bench/pictures/timeline.h"

#include <algorithm>
#include <utility>

#include "bench/model/operator_columns.h"
#include "bench/pictures/device_clock.h"

namespace litevk::bench {
namespace {

bool IsInference(const tools::Step& step) { return step.name.ends_with("inference"); }

class TimelineMaker {
 public:
  explicit TimelineMaker(const Profile& profile)
      : profile_(profile),
        origin_us_(profile.steps.front().begin_us),
        clock_(profile.gpu.has_value() ? profile.gpu->timelines : std::vector<tools::ProgramTimeline>()) {}

  Timeline Make() {
    AddSession();
    AddNodes();
    if (profile_.gpu.has_value()) {
      for (const tools::ProgramTimeline& program : profile_.gpu->timelines) AddProgram(program);
    }
    Timeline timeline = {.device_uncertainty_us = clock_.uncertainty_us()};
    for (Track* track : {&session_, &nodes_, &delegate_, &submissions_, &dispatches_}) {
      std::ranges::stable_sort(track->events, {}, &Event::begin_us);
      if (!track->events.empty()) timeline.tracks.push_back(std::move(*track));
    }
    return timeline;
  }

 private:
  void Add(Track& track, Event event) const {
    event.begin_us -= origin_us_;
    track.events.push_back(std::move(event));
  }

  void AddSession() {
    int run = -1;
    for (const tools::Step& step : profile_.steps) {
      if (IsInference(step)) ++run;
      Add(session_, {.name = step.name, .begin_us = step.begin_us, .us = step.us, .run = run});
    }
  }

  // Adds nodes one after the other: the interpreter reports how long each node took, not when it began.
  void AddNodes() {
    size_t run = 0;
    for (const tools::Step& step : profile_.steps) {
      if (!IsInference(step)) continue;
      double begin_us = step.begin_us;
      for (const NodeTimes& node : profile_.nodes) {
        if (run >= node.us.size()) continue;
        Add(nodes_,
            {.name = node.name, .begin_us = begin_us, .us = node.us[run], .run = static_cast<int>(run)});
        begin_us += node.us[run];
      }
      ++run;
    }
  }

  void AddProgram(const tools::ProgramTimeline& program) {
    const auto add_step = [&](const tools::Step& step, int run) {
      Add(delegate_, {.name = step.name,
                      .begin_us = step.begin_us,
                      .us = step.us,
                      .run = run,
                      .facts = {{"partition", program.partition}}});
    };
    for (const tools::Step& step : program.build) {
      if (step.us > 0) add_step(step, -1);
    }
    for (const tools::ProgramRun& run : program.runs) {
      const int number = RunOf(run);
      for (const tools::Step& step : run.steps) {
        add_step(step, number);
        if (step.name == "submit" && !run.dispatch_us.empty())
          delegate_.events.back().submission = submissions_so_far_;
      }
      AddDispatches(program, run, number);
    }
  }

  // Returns the inference of a program's run. A program that was built for other shapes does not begin with
  // inference 0.
  int RunOf(const tools::ProgramRun& run) const {
    if (run.steps.empty()) return -1;
    int number = -1;
    for (const tools::Step& step : profile_.steps) {
      if (step.begin_us > run.steps.front().begin_us) break;
      if (IsInference(step)) ++number;
    }
    return number;
  }

  void AddDispatches(const tools::ProgramTimeline& program, const tools::ProgramRun& run, int number) {
    if (run.dispatch_us.empty()) return;
    double begin_us = clock_.HostUs(run);
    Add(submissions_, {.name = "partition " + std::to_string(program.partition),
                       .begin_us = begin_us,
                       .us = DeviceUs(run),
                       .run = number,
                       .submission = submissions_so_far_++,
                       .facts = {{"dispatches", run.dispatch_us.size()}}});
    for (size_t i = 0; i < run.dispatch_us.size(); ++i) {
      const tools::DispatchRow& row = profile_.gpu->dispatches[program.first_dispatch + i];
      Add(dispatches_, {.name = row.label,
                        .begin_us = begin_us,
                        .us = run.dispatch_us[i],
                        .run = number,
                        .facts = FactsJson(TimeOfDispatch(row))});
      begin_us += run.dispatch_us[i];
    }
  }

  const Profile& profile_;
  double origin_us_;
  DeviceClock clock_;
  int submissions_so_far_ = 0;
  Track session_ = {.kind = TrackKind::kSession, .name = "session"};
  Track nodes_ = {.kind = TrackKind::kNodes, .name = "nodes"};
  Track delegate_ = {.kind = TrackKind::kDelegate, .name = "delegate"};
  Track submissions_ = {.kind = TrackKind::kSubmissions, .name = "submissions"};
  Track dispatches_ = {.kind = TrackKind::kDispatches, .name = "dispatches"};
};

}  // namespace

Timeline MakeTimeline(const Profile& profile) { return TimelineMaker(profile).Make(); }

}  // namespace litevk::bench
