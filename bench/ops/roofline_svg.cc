#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>

#include "bench/ops/results.h"

namespace litevk::bench {
namespace {

constexpr double kLeft = 70;
constexpr double kTop = 40;
constexpr double kWidth = 760;
constexpr double kHeight = 480;
constexpr double kLegend = 200;
constexpr double kMargin = 60;

constexpr std::array<std::string_view, 10> kColours = {"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd",
                                                       "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"};

// Paths around the point (0, 0): a circle, a square, a triangle, a diamond. Together with the colours they
// tell 40 operators apart.
constexpr std::array<std::string_view, 4> kMarkers = {"M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
                                                      "M-3.5,-3.5h7v7h-7z", "M-4.5,3.5L0,-4.5L4.5,3.5z",
                                                      "M-5,0L0,-5L5,0L0,5z"};

// Exponents of the powers of ten around values.
struct Range {
  int low = std::numeric_limits<int>::max();
  int high = std::numeric_limits<int>::min();

  void Cover(double value) {
    low = std::min(low, static_cast<int>(std::floor(std::log10(value))));
    high = std::max(high, static_cast<int>(std::ceil(std::log10(value))));
  }
  double Fraction(double value) const { return (std::log10(value) - low) / (high - low); }
};

std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

class Plot {
 public:
  explicit Plot(const OpResults& results) : results_(results) {
    const double ridge = results.peaks.gflops / results.peaks.gbs;
    x_.Cover(ridge / 10);
    x_.Cover(ridge * 10);
    y_.Cover(results.peaks.gflops);
    for (const OpResult& result : results.results) {
      if (!IsShown(result)) continue;
      x_.Cover(Intensity(result));
      y_.Cover(result.gflops);
      styles_.emplace(result.op, styles_.size());
    }
    if (y_.low == y_.high) --y_.low;
  }

  std::string Draw() {
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << kLeft + kWidth + kLegend << "\" height=\""
         << kTop + kHeight + kMargin << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    Text(kLeft, kTop / 2, Escape(results_.context.device) + ", " + results_.context.mode);
    DrawAxes();
    DrawRoof();
    for (const OpResult& result : results_.results) {
      if (IsShown(result)) DrawPoint(result);
    }
    DrawLegend();
    DrawNote();
    out_ << "</svg>\n";
    return out_.str();
  }

 private:
  // True if the result is plotted: operators without arithmetic are not.
  static bool IsShown(const OpResult& result) { return result.status.ok() && result.gflops > 0; }
  static double Intensity(const OpResult& result) { return result.cost.flops / result.cost.bytes; }

  double X(double value) const { return kLeft + kWidth * x_.Fraction(value); }
  double Y(double value) const { return kTop + kHeight * (1 - y_.Fraction(value)); }

  void Text(double x, double y, const std::string& text, std::string_view anchor = "start") {
    out_ << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\"" << anchor << "\">" << text
         << "</text>\n";
  }
  void Line(double x1, double y1, double x2, double y2, std::string_view colour, double width) {
    out_ << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2 << "\" stroke=\""
         << colour << "\" stroke-width=\"" << width << "\"/>\n";
  }

  void DrawAxes() {
    for (int exponent = x_.low; exponent <= x_.high; ++exponent) {
      const double tick = std::pow(10, exponent);
      Line(X(tick), kTop, X(tick), kTop + kHeight, "#ddd", 1);
      Text(X(tick), kTop + kHeight + 18, Number(tick), "middle");
    }
    for (int exponent = y_.low; exponent <= y_.high; ++exponent) {
      const double tick = std::pow(10, exponent);
      Line(kLeft, Y(tick), kLeft + kWidth, Y(tick), "#ddd", 1);
      Text(kLeft - 6, Y(tick) + 4, Number(tick), "end");
    }
    Text(kLeft + kWidth / 2, kTop + kHeight + 40, "FLOP per byte", "middle");
    Text(kLeft - 60, kTop - 6, "GFLOP/s");
  }

  void DrawRoof() {
    const double ridge = results_.peaks.gflops / results_.peaks.gbs;
    // The sloped line enters the plot at its left edge or at its bottom.
    const double start = std::max(std::pow(10, x_.low), std::pow(10, y_.low) / results_.peaks.gbs);
    Line(X(start), Y(start * results_.peaks.gbs), X(ridge), Y(results_.peaks.gflops), "#333", 2);
    Line(X(ridge), Y(results_.peaks.gflops), kLeft + kWidth, Y(results_.peaks.gflops), "#333", 2);
  }

  void Marker(double x, double y, size_t style, const std::string& title) {
    const std::string_view shape = kMarkers[style / kColours.size() % kMarkers.size()];
    out_ << "<path transform=\"translate(" << x << "," << y << ")\" d=\"" << shape << "\" fill=\""
         << kColours[style % kColours.size()] << "\" fill-opacity=\"0.7\">";
    if (!title.empty()) out_ << "<title>" << title << "</title>";
    out_ << "</path>\n";
  }

  void DrawPoint(const OpResult& result) {
    std::ostringstream title;
    title << Escape(result.name) << ": " << result.us.median << " us, " << result.gflops << " GFLOP/s";
    Marker(X(Intensity(result)), Y(result.gflops), styles_.at(result.op), title.str());
  }

  // Draws the legend beside the plot, with closer lines if there are many.
  void DrawLegend() {
    constexpr double kLine = 18;
    const double line = std::min(kLine, kHeight / static_cast<double>(std::max<size_t>(styles_.size(), 1)));
    double y = kTop + 10;
    out_ << "<g id=\"legend\">\n";
    for (const auto& [op, style] : styles_) {
      Marker(kLeft + kWidth + 20, y - 4, style, "");
      Text(kLeft + kWidth + 32, y, Escape(op));
      y += line;
    }
    out_ << "</g>\n";
  }

  void DrawNote() {
    const auto hidden = std::ranges::count_if(results_.results, [](const auto& r) { return !IsShown(r); });
    if (hidden == 0) return;
    Text(kLeft + kWidth, kTop / 2,
         std::to_string(hidden) + " not shown: without operations, below an empty submission, or failed",
         "end");
  }

  static std::string Number(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
  }

  const OpResults& results_;
  Range x_;
  Range y_;
  std::map<std::string, size_t> styles_;  // in the order of their first result
  std::ostringstream out_;
};

}  // namespace

std::string ToSvg(const OpResults& results) { return Plot(results).Draw(); }

}  // namespace litevk::bench
