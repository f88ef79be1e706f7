#include "ui/render/serving_question_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/exports/serving_start.h"
#include "core/strategy/asked.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using serving::Lengths;
using serving::ServeJob;

struct AskedToServe {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ServingQuestion)
};

QString within(const std::optional<double>& seconds) {
  return seconds ? AskedToServe::tr("within %1").arg(durationText(*seconds))
                 : AskedToServe::tr("nothing promised");
}

QString draftsText(const ServeJob& job) {
  if (job.speculation.draft_tokens == 0) return {};
  return AskedToServe::tr("up to %1 drafted, each accepted with %2", "tokens, probability")
      .arg(wholeText(job.speculation.draft_tokens), percentText(job.speculation.accepted, 0));
}

QString loadsText(const ServeJob& job) {
  if (!job.expert_load) return {};
  const Json said = job.expert_load->to_json();
  if (said.is_string()) return text(said.get<std::string>());
  QStringList parts;
  for (const auto& [key, value] : said.items())
    parts << text(key) + u' ' + text(value.is_string() ? value.get<std::string>() : text_of(value));
  return parts.join(u" · "_s);
}

}  // namespace

bool isStated(const ServingSetting& setting, const strategy::Job& job) {
  const std::string field = setting.field;
  const std::size_t dot = field.find('.');
  const std::string key = field.substr(0, dot);
  const Json asked = json_or_null(job.asked);
  const bool promise = key == "promises" && field.ends_with("_seconds");
  if (promise && (!asked.is_object() || !asked.contains(key) || !asked[key].contains(field.substr(dot + 1))))
    return true;  // nothing is promised, and nothing assumed
  if (!asked.is_object() || !asked.contains(key) || !strategy::is_stated(job, "asked." + key)) return false;
  return dot == std::string::npos || (asked[key].is_object() && asked[key].contains(field.substr(dot + 1)));
}

std::optional<ServeJob> servedJob(const strategy::Job& job) {
  if (job.trains()) return std::nullopt;
  Json asked = strategy::asked_of(job);
  asked["task"] = job.task;
  auto read = serving::read_serve_job(asked);
  return read ? std::optional(std::move(*read)) : std::nullopt;
}

QString lengthsText(const Lengths& lengths) {
  switch (lengths.form) {
    case Lengths::Form::fixed:
      return wholeText(lengths.mean);
    case Lengths::Form::uniform:
      return AskedToServe::tr("%1 to %2").arg(wholeText(lengths.low), wholeText(lengths.high));
    case Lengths::Form::quantiles:
      return AskedToServe::tr("%1 on average; median %2, 90 % below %3, 99 % below %4")
          .arg(wholeText(lengths.mean), wholeText(lengths.p50), wholeText(lengths.p90),
               wholeText(lengths.p99));
    case Lengths::Form::trace:
      if (lengths.mean <= 1.0) return AskedToServe::tr("as in %1").arg(text(lengths.name));  // not read yet
      break;
    case Lengths::Form::profile:
      break;
  }
  return AskedToServe::tr("%1 on average, as in %2").arg(wholeText(lengths.mean), text(lengths.name));
}

QString trafficText(const serving::Traffic& traffic) {
  switch (traffic.kind) {
    case serving::Traffic::Kind::rate:
      return AskedToServe::tr("%1 requests/s").arg(significantText(traffic.requests_per_second));
    case serving::Traffic::Kind::concurrency:
      return AskedToServe::tr("%1 requests in flight").arg(wholeText(traffic.concurrency));
    default:
      return AskedToServe::tr("offline, as fast as it goes");
  }
}

QString hoursOfDayText(const std::vector<double>& hours) {
  if (hours.empty()) return {};
  const auto [least, most] = std::minmax_element(hours.begin(), hours.end());
  const auto clock = [&](auto at) { return u"%1:00"_s.arg(at - hours.begin()); };
  return AskedToServe::tr("%1 times the stated rate at %2, %3 times at %4", "factor, hour, factor, hour")
      .arg(significantText(*most), clock(most), significantText(*least), clock(least));
}

std::vector<ServingSetting> servingSettings() {
  return {
      {"traffic", AskedToServe::tr("Traffic"), [](const ServeJob& job) { return trafficText(job.traffic); }},
      {"traffic.hours", AskedToServe::tr("Over the day"),
       [](const ServeJob& job) { return hoursOfDayText(job.traffic.hours); }, true},
      {"traffic.arrival_cv", AskedToServe::tr("Variation of arrivals"),
       [](const ServeJob& job) {
         return job.traffic.arrival_variation == 1.0 ? QString()
                                                     : significantText(job.traffic.arrival_variation);
       },
       true},
      {"input_tokens", AskedToServe::tr("Prompt, tokens"),
       [](const ServeJob& job) { return lengthsText(job.traffic.input); }},
      {"output_tokens", AskedToServe::tr("Answer, tokens"),
       [](const ServeJob& job) { return lengthsText(job.traffic.output); }},
      {"cached_prefix", AskedToServe::tr("Share of prompts that is cached"),
       [](const ServeJob& job) { return percentText(job.traffic.cached_prefix, 0); }},
      {"prefix_tokens", AskedToServe::tr("Cached parts of prompts together"),
       [](const ServeJob& job) {
         return job.traffic.prefix_tokens > 0.0
                    ? AskedToServe::tr("%1 tokens").arg(wholeText(job.traffic.prefix_tokens))
                    : QString();
       },
       true},
      {"promises.ttft_seconds", AskedToServe::tr("First token"),
       [](const ServeJob& job) { return within(job.promises.ttft_seconds); }},
      {"promises.tpot_seconds", AskedToServe::tr("Each further token"),
       [](const ServeJob& job) { return within(job.promises.tpot_seconds); }},
      {"promises.e2e_seconds", AskedToServe::tr("Whole request"),
       [](const ServeJob& job) { return within(job.promises.e2e_seconds); }},
      {"promises.quantile", AskedToServe::tr("Promised to"),
       [](const ServeJob& job) { return percentText(job.promises.quantile, 0); }},
      {"precision", AskedToServe::tr("Weights"),
       [](const ServeJob& job) { return text(serving::to_string(job.weights)); }},
      {"kv_precision", AskedToServe::tr("Keys and values"),
       [](const ServeJob& job) {
         return job.cache ? text(serving::to_string(*job.cache)) : AskedToServe::tr("as the engine has them");
       }},
      {"software", AskedToServe::tr("Engine"),
       [](const ServeJob& job) {
         return text(exports::EngineArguments(serving::to_string(job.runtime)).title()) +
                (job.date.empty() ? QString() : u", "_s + text(job.date));
       }},
      {"speculation", AskedToServe::tr("Speculation"), draftsText, true},
      {"expert_load", AskedToServe::tr("Loads of experts"), loadsText, true},
      {"spare_replicas", AskedToServe::tr("Spare replicas"),
       [](const ServeJob& job) { return job.spare_replicas > 0 ? wholeText(job.spare_replicas) : QString(); },
       true},
      {"placement", AskedToServe::tr("Placement"),
       [](const ServeJob& job) {
         return job.over_layers ? AskedToServe::tr("layers over unequal machines") : QString();
       },
       true}};
}

}  // namespace astrolabe::ui
