#include "core/post_training/constants.h"

#include "core/post_training/question.h"

namespace astrolabe::post_training {

std::vector<Constant> constants_of(const Job& job) {
  std::vector<Constant> all{{"host_bytes_per_second", constants::host_bytes_per_second, true}};
  if (job.flow.generates())
    all = {{"engine_times", constants::engine_times, true},
           {"wake_seconds", constants::wake_seconds, false},
           {"gather_bytes_per_second", constants::gather_bytes_per_second, false},
           {"receive_bytes_per_second", constants::receive_bytes_per_second, false},
           {"network_share", constants::network_share, true},
           all.front(),
           {"endless_share", constants::endless_share, true},
           {"share_of_prompts", constants::share_of_prompts, true}};
  if (job.responses.assumed_spread) all.push_back({"log_spread", constants::log_spread, true});
  return all;
}

}  // namespace astrolabe::post_training
