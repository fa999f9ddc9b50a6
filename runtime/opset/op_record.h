// What the files of runtime/opset/ops write their records with: each defines one, `extern const OpInfo
// kOpInfo_<stem>`, which op_records.h declares to those who read all of them. A record does not include that,
// so that a new operator leaves the others as they are compiled.
#pragma once

#include "runtime/opset/op_info.h"
#include "runtime/opset/options_reader.h"
#include "runtime/opset/version_rules.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
