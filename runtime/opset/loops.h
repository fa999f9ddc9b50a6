// Which operator repeats the subgraphs that it calls (OpInfo::called_subgraphs).
#pragma once

namespace litevk {

// Whether a node of the operator runs the second of its subgraphs for as long as the first says. Defined
// beside the record of that operator.
bool IsLoop(int op_code);

}  // namespace litevk
