// litevk-print-opset: prints the operators' records with their signatures on the GPU, as JSON.
#include <iostream>

#include "runtime/platform/guard.h"
#include "tools/opset/opset_json.h"

namespace {

int Print() {
  std::cout << litevk::tools::OpsetJson() << "\n";
  return std::cout.good() ? 0 : 1;
}

int Fail(const char* problem) {
  std::cerr << "litevk-print-opset: an exception ended it: " << problem << "\n";
  return 1;
}

}  // namespace

int main() { return litevk::Guard(Print, Fail); }
