#include "runtime/opset/ops/rfft2d.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/move/node_query.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/rfft2d.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;  // invocations, of lines that are too short for more
constexpr uint32_t kMostLanes = 128;
constexpr uint32_t kComplexBytes = 8;

// Returns the points of a row: two real numbers make one complex one.
uint32_t PointsOfRow(int columns) { return std::max(static_cast<uint32_t>(columns) / 2, 1U); }

// Returns the bytes of a line's complex numbers, before a step and after it.
uint32_t SharedBytes(uint32_t points) { return 2 * points * kComplexBytes; }

// Adds exp(-2 pi i / count) for each i.
gpu::TensorId AddTurns(Lowering& lowering, uint32_t count) {
  const auto write = [count](std::span<std::byte> bytes) {
    std::vector<float> turns;
    turns.reserve(size_t{2} * count);
    for (uint32_t i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * i / count;
      turns.push_back(static_cast<float>(std::cos(angle)));
      turns.push_back(static_cast<float>(-std::sin(angle)));
    }
    std::memcpy(bytes.data(), turns.data(), bytes.size());
    return Status();
  };
  return lowering.AddConstant("turns", uint64_t{count} * 2, gpu::Storage::kFloat32, write, "turns");
}

struct Lines {
  uint32_t points;
  bool is_real;
  gpu::TensorId source;
  gpu::TensorId result;
};

void EmitLines(Lowering& lowering, const Lines& of, const shaders::Rfft2d::Push& push) {
  const uint32_t lanes = std::clamp(of.points / 4, 1U, kMostLanes);
  const uint32_t fitting = lowering.limits().max_shared_memory_bytes / SharedBytes(of.points);
  const uint32_t lines = std::clamp(std::bit_floor(fitting), 1U, std::max(kGroup / lanes, 1U));
  lowering.EmitPart<shaders::Rfft2d>(
      {.kLocalSizeX = lanes * lines,
       .kPoints = of.points,
       .kLanes = lanes,
       .kLines = lines,
       .kIsReal = of.is_real,
       .kStartsWithTwo = std::countr_zero(of.points) % 2 == 1},
      push, {.source = of.source, .turns = AddTurns(lowering, push.length), .result = of.result},
      FlatGroups(int64_t{push.lines} * lanes, lanes * lines, lowering.limits()));
}

// Emits the rows first, and then the columns of images that have more than one row.
void Lower(Lowering& lowering) {
  const ir::Shape& input = lowering.view().input(0).dims;
  const FftLengths lengths = ResolveAgain(lowering.view(), ReadFftLengths);
  const int rank = input.rank();
  const auto images = static_cast<uint32_t>(ir::CountBetween(input, 0, rank - 2));
  const auto rows = static_cast<uint32_t>(lengths.rows);
  const auto width = static_cast<uint32_t>(lengths.columns / 2 + 1);
  const gpu::TensorId transformed =
      rows == 1
          ? lowering.Output()
          : lowering.AddScratch("transformed rows", uint64_t{images} * rows * width, gpu::Storage::kBits64);
  EmitLines(lowering,
            {.points = PointsOfRow(lengths.columns),
             .is_real = true,
             .source = lowering.Input(0),
             .result = transformed},
            {.lines = images * rows,
             .rows = rows,
             .width = width,
             .length = static_cast<uint32_t>(lengths.columns),
             .given_rows = static_cast<uint32_t>(input[rank - 2]),
             .given_columns = static_cast<uint32_t>(input[rank - 1])});
  if (rows == 1) return;
  EmitLines(lowering, {.points = rows, .is_real = false, .source = transformed, .result = lowering.Output()},
            {.lines = images * width, .rows = rows, .width = width, .length = rows});
}

// True if there are several columns. TFLite's kernel gives every number of a single column an imaginary part,
// which it does not have.
bool HasColumns(const NodeView& view) { return ResolveAgain(view, ReadFftLengths).columns > 1; }

bool LinesFit(const NodeView& view) {
  const FftLengths lengths = ResolveAgain(view, ReadFftLengths);
  const uint32_t points = std::max(PointsOfRow(lengths.columns), static_cast<uint32_t>(lengths.rows));
  return SharedBytes(points) <= view.limits().max_shared_memory_bytes;
}

}  // namespace

OpSpec MakeSpec_rfft2d() {
  return {
      .op_code = abi::kTfLiteBuiltinRfft2d,
      .kernels = {{.constraints =
                       {{"the lengths are stored in the model or computed from shapes", InputIsPlanned<1>},
                        {"the device's shared memory holds a row of 8 bytes a number, and a column of 16: in "
                         "the 16 KiB of every device 2048 numbers and 1024",
                         LinesFit, InputIsStored<1>},
                        {"a row has more than one number", HasColumns, InputIsStored<1>}},
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = Lower}},
  };
}

}  // namespace litevk
