#include "core/strategy/reliability.h"

#include <array>
#include <utility>

#include "core/base/error_codes.h"

namespace astrolabe::strategy {

namespace {

struct RateField {
  const char* key;
  std::optional<double> Reliability::*value;
  double least, most;
};
constexpr std::array<RateField, 8> kFields{
    {{"failures_per_gpu_hour", &Reliability::failures_per_gpu_hour, 0.0, 1.0},
     {"restart_seconds", &Reliability::restart_seconds, 0.0, 1e7},
     {"storage_gb_per_s", &Reliability::storage_gb_per_s, 1e-3, 1e9},
     {"checkpoint_interval_seconds", &Reliability::checkpoint_interval_seconds, 1.0, 1e9},
     {"repair_hours", &Reliability::repair_hours, 1e-3, 1e5},
     {"lasting_share", &Reliability::lasting_share, 0.0, 1.0},
     {"domain_share", &Reliability::domain_share, 0.0, 1.0},
     {"goodput_target", &Reliability::goodput_target, 0.0, 1.0}}};

constexpr int kMostLevels = 100;

}  // namespace

Reliability read_reliability(ObjectReader& parent, const Json& json) {
  ObjectReader reader(json, parent.path_of("reliability"));
  Reliability reliability;
  for (const RateField& field : kFields)
    reliability.*field.value = reader.optional_number(field.key, field.least, field.most);
  reader.finish_into(parent);
  return reliability;
}

BatchRampUp read_batch_ramp_up(ObjectReader& parent, const Json& json, int global_batch) {
  ObjectReader reader(json, parent.path_of("batch_ramp_up"));
  BatchRampUp ramp_up;
  ramp_up.start = static_cast<int>(reader.whole("start", 1, global_batch));
  ramp_up.increment = static_cast<int>(reader.whole("increment", 1, global_batch));
  ramp_up.sequences = reader.positive("sequences");
  if (reader.ok()) {
    const int rise = global_batch - ramp_up.start;
    if (rise % ramp_up.increment != 0)
      reader.mistake(code::out_of_range, "increment", std::to_string(ramp_up.increment),
                     {Wanted::Kind::text, {"a divisor of global_batch - start, " + std::to_string(rise)}});
    else if (rise / ramp_up.increment > kMostLevels)
      reader.mistake(
          code::out_of_range, "increment", std::to_string(ramp_up.increment),
          {Wanted::Kind::text, {"at most " + std::to_string(kMostLevels) + " steps of the batch"}});
  }
  reader.finish_into(parent);
  return ramp_up;
}

Json to_json(const Reliability& reliability) {
  Json json = Json::object();
  for (const RateField& field : kFields)
    if (reliability.*field.value) json[field.key] = *(reliability.*field.value);
  return json;
}

Json to_json(const BatchRampUp& ramp_up) {
  return Json{{"start", ramp_up.start}, {"increment", ramp_up.increment}, {"sequences", ramp_up.sequences}};
}

}  // namespace astrolabe::strategy
