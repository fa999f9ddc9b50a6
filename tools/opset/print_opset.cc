// litevk-print-opset: the operators' records as JSON, on standard output.
#include <iostream>

#include "tools/opset/opset_json.h"

int main() {
  std::cout << litevk::tools::OpsetJson() << "\n";
  return std::cout.good() ? 0 : 1;
}
