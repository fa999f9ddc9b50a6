// The longer lists of DriverFacts, each from one part of a driver's answers.
#pragma once

#include <string>
#include <vector>

#include "runtime/vk/instance/driver_facts.h"
#include "runtime/vk/instance/driver_query.h"

namespace litevk::vk {

std::vector<Limit> LimitsOf(const DriverQuery& query);
std::vector<std::string> FeaturesOf(const DriverQuery& query);
std::vector<std::string> AcceleratedDotProductsOf(const DriverQuery& query);
CoreFacts CoresOf(const DriverQuery& query);

}  // namespace litevk::vk
