// A program that compares its results with kernels_ref, and computes otherwise what is wrong
// (docs/design/verify.md).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/kernel/judged_graph.h"
#include "delegate/verdict/final_shapes.h"

namespace litevk {

// Makes a program that runs the nodes on the CPU, and the others of the partition on the device.
using MakeWithout = std::function<Result<std::unique_ptr<Program>>(const std::vector<RefusedNode>&)>;

// Returns a program around `program`, which MakeGpuProgram has made of the other arguments. These must
// outlive it. Tensors pass through the interpreter's memory.
std::unique_ptr<Program> MakeVerifyingProgram(const JudgedGraph& judged, const Partition& partition,
                                              const Engine& engine, std::unique_ptr<Program> program,
                                              MakeWithout make_without);

}  // namespace litevk
