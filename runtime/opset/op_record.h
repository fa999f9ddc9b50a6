// What the files of runtime/opset/ops write their records with.
#pragma once

#include "runtime/opset/op_records.h"
#include "runtime/opset/options_reader.h"
#include "runtime/opset/version_rules.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
