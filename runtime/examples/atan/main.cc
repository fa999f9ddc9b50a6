// Runs a model with the operator Atan, in C++: atan_cc MODEL. Prints the time of each node as well.
#include <cstdio>
#include <numeric>
#include <string>

#include "atan.h"
#include "litevk/interpreter.hpp"

namespace {

using litevk::runtime::Interpreter;
using litevk::runtime::Model;
using litevk::runtime::Options;

int Complain(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return 1;
}

int Run(Interpreter& interpreter) {
  if (interpreter.AllocateTensors() != kLitevkOk) return Complain(interpreter.error());
  const auto x = interpreter.input(0).data<float>();
  std::iota(x.begin(), x.end(), 0.0f);
  if (interpreter.Invoke() != kLitevkOk) return Complain(interpreter.error());
  for (const float y : interpreter.output(0).data<float>()) std::printf("%g\n", static_cast<double>(y));
  for (const LitevkNodeInfo& node : interpreter.nodes()) {
    std::fprintf(stderr, "%s: %.9f s\n", node.op_name, node.profiled_seconds);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return Complain("usage: atan_cc MODEL");
  std::string error;
  const auto model = Model::FromFile(argv[1], &error);
  if (!model) return Complain(error);
  Options options;
  options.SetEnableProfiling(true);
  if (options.AddCustom("Atan", kAtanRegistration) != kLitevkOk) return Complain("Atan cannot be added");
  auto interpreter = Interpreter::Create(*model, options, &error);
  return interpreter ? Run(*interpreter) : Complain(error);
}
