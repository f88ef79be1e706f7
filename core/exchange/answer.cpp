#include "core/exchange/answer.h"

namespace astrolabe::exchange {

ExchangeAnswer answer(const ExchangeQuestion& question) {
  ExchangeAnswer made;
  std::vector<GpuRates> gpus;
  for (const double rate : question.rates) gpus.push_back({rate, 1.0});
  const ExpertTraffic first{question.first, {}};
  made.mapping = map_one(first, gpus);
  made.alone_seconds.push_back(made.mapping.seconds);
  if (question.second) {
    const ExpertTraffic second{*question.second, {}};
    made.alone_seconds.push_back(map_one(second, gpus).seconds);
    made.mapping = map_two(first, second, gpus);
  }
  made.traffic = together(question.first, question.second.value_or(Traffic()), made.mapping);
  made.schedule = schedule(made.traffic, question.rates);
  made.in_order_seconds = in_order_seconds(made.traffic, question.rates);
  return made;
}

Json to_json(const ExchangeAnswer& answer) {
  Json json = to_json(answer.schedule);
  const bool pairs = !answer.mapping.partner.empty();
  json["mapping"] = pairs ? answer.mapping.partner : answer.mapping.gpu_of;
  if (pairs) json["gpu_of"] = answer.mapping.gpu_of;
  json["mapping_bound_seconds"] = answer.mapping.bound_seconds;
  json["mapping_gap"] = answer.mapping.gap();
  json["alone_seconds"] = answer.alone_seconds;
  json["in_order_seconds"] = answer.in_order_seconds;
  return json;
}

}  // namespace astrolabe::exchange
