#include "core/calibration/model_constants.h"

#include "core/cost/coefficients.h"
#include "core/cost/constants_table.h"

namespace astrolabe::calibration {

std::vector<ModelConstant> model_constants(const strategy::Problem& problem) {
  const cost::Coefficients& values = cost::coefficients_of(problem);
  std::vector<ModelConstant> all, of_site;
  for (const auto table : {cost::coefficient_table(), cost::memory_table()})
    for (const cost::CoefficientInfo& one : table) {
      const bool fitted = !one.of_site || problem.coefficients != nullptr;
      (fitted ? all : of_site).push_back({one.name, values.*one.value, one.meaning, fitted});
    }
  all.insert(all.end(), of_site.begin(), of_site.end());
  for (const cost::FixedConstant& one : cost::fixed_constants())
    all.push_back({one.name, one.value, one.meaning, false});
  return all;
}

}  // namespace astrolabe::calibration
