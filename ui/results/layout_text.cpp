#include "ui/results/layout_text.h"

#include <QHash>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <numeric>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/hardware/join_pools.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct ShortName {
  const char *name, *key;
};
constexpr ShortName kShort[] = {{"tp", "tensor_parallel"},   {"pp", "pipeline_parallel"},
                                {"vp", "virtual_pipeline"},  {"cp", "context_parallel"},
                                {"ep", "expert_parallel"},   {"etp", "expert_tensor_parallel"},
                                {"dp", "data_parallel"},     {"mbs", "micro_batch"},
                                {"sp", "sequence_parallel"}, {"zero", "zero_stage"}};

/// Arguments of Megatron-LM that say the same as a key; those that are flags set the value given here.
struct Argument {
  const char *name, *key, *flag;
};
constexpr Argument kArguments[] = {{"--tensor-model-parallel-size", "tensor_parallel", ""},
                                   {"--pipeline-model-parallel-size", "pipeline_parallel", ""},
                                   {"--context-parallel-size", "context_parallel", ""},
                                   {"--expert-model-parallel-size", "expert_parallel", ""},
                                   {"--expert-tensor-parallel-size", "expert_tensor_parallel", ""},
                                   {"--micro-batch-size", "micro_batch", ""},
                                   {"--recompute-granularity", "recompute", ""},
                                   {"--recompute-num-layers", "recompute_layers", ""},
                                   {"--sequence-parallel", "sequence_parallel", "true"},
                                   {"--use-distributed-optimizer", "zero_stage", "1"},
                                   {"--optimizer-cpu-offload", "offload_optimizer", "true"},
                                   {"--overlap-grad-reduce", "overlap_grad_reduce", "true"},
                                   {"--overlap-param-gather", "overlap_param_gather", "true"}};

std::string keyOf(const QString& name) {
  for (const ShortName& each : kShort)
    if (name == QLatin1StringView(each.name)) return each.key;
  return name.toStdString();
}

bool isKey(const std::string& key) {
  const auto& keys = strategy::setting_keys();
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// The JSON value that a word stands for: a number, true or false, else the word.
Json valueOf(const QString& word) {
  bool whole = false;
  if (const int number = word.toInt(&whole); whole) return number;
  if (word == u"true"_s || word == u"yes"_s || word == u"on"_s) return true;
  if (word == u"false"_s || word == u"no"_s || word == u"off"_s) return false;
  return word.toStdString();
}

/// Takes one word (and for an argument of a launch line the next) into the JSON.
class Reader {
 public:
  Reader(const strategy::Problem& problem, Json& json) : m_pools(problem.pool_ids()), m_json(json) {}

  Result<void> read(const QStringList& words) {
    for (qsizetype i = 0; i < words.size(); ++i) {
      if (words[i].startsWith(u"--"_s)) {
        if (const auto taken = argument(words, i); !taken) return tl::unexpected<Error>(taken.error());
      } else if (auto taken = word(words[i]); !taken) {
        return taken;
      }
    }
    return {};
  }

 private:
  Result<void> argument(const QStringList& words, qsizetype& i) {
    const QString name = words[i].section(u'=', 0, 0);
    for (const Argument& each : kArguments) {
      if (name != QLatin1StringView(each.name)) continue;
      if (*each.flag != '\0') {
        m_json[each.key] = valueOf(QLatin1StringView(each.flag));
        return {};
      }
      const QString value = words[i].contains(u'=') ? words[i].section(u'=', 1) : words.value(++i);
      if (value.isEmpty())
        return fail(code::wrong_type, name.toStdString(), "nothing", {Wanted::Kind::text, {"a value"}});
      m_json[each.key] = valueOf(value);
      return {};
    }
    // Other arguments of a launch line say nothing about the strategy; their values go with them.
    if (i + 1 < words.size() && !words[i].contains(u'=') && !words[i + 1].startsWith(u"--"_s)) ++i;
    return {};
  }

  Result<void> word(const QString& text) {
    static const QRegularExpression stageForm(
        u"^(.+):(\\d+)(?:@(\\d+))?(?:~(none|selective|full)(\\d+)?)?$"_s);
    if (const auto stage = stageForm.match(text); stage.hasMatch()) {
      Json one{{"pool", stage.captured(1).toStdString()}, {"layers", stage.captured(2).toInt()}};
      if (stage.hasCaptured(3)) one["tensor_parallel"] = stage.captured(3).toInt();
      if (stage.hasCaptured(4)) one["recompute"] = stage.captured(4).toStdString();
      if (stage.hasCaptured(5)) one["recompute_layers"] = stage.captured(5).toInt();
      m_json["stages"].push_back(one);
      return {};
    }
    const QString name = text.section(QRegularExpression(u"[=:]"_s), 0, 0);
    const QString value = text.mid(name.size() + 1);
    const std::string key = keyOf(name.toLower());
    if (!isKey(key)) {
      std::vector<std::string> known = strategy::setting_keys();
      for (const ShortName& each : kShort) known.emplace_back(each.name);
      std::vector<std::string> near = near_matches(name.toStdString(), known);
      if (near.empty())
        near = {"tp",  "pp",        "dp",
                "mbs", "recompute", m_pools.empty() ? "pool:layers" : m_pools.front() + ":layers"};
      return fail(code::unknown_key, "", name.toStdString(), {Wanted::Kind::one_of, near});
    }
    m_json[key] = text.size() == name.size() ? Json(true) : valueOf(value);
    return {};
  }

  std::vector<std::string> m_pools;
  Json& m_json;
};

int settingOf(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_number_integer() ? std::max(1, json[key].get<int>()) : 1;
}

/// GPUs of a pool that a strategy may use.
int gpusOf(const hardware::Pool& pool) { return std::min(pool.max_gpus, pool.gpus()); }

/// What was not typed: replicas that fill the GPUs, stages over the pools in proportion to their GPUs.
void complete(Json& json, const strategy::Problem& problem) {
  const auto& pools = problem.cluster.pools;
  const int tensor = settingOf(json, "tensor_parallel"), context = settingOf(json, "context_parallel");
  if (json.contains("stages") && !json.contains("pipeline_parallel"))
    json["pipeline_parallel"] = json["stages"].size();
  const int stages = settingOf(json, "pipeline_parallel");
  const int all = std::accumulate(pools.begin(), pools.end(), 0,
                                  [](int sum, const hardware::Pool& pool) { return sum + gpusOf(pool); });
  if (!json.contains("data_parallel")) json["data_parallel"] = std::max(1, all / (tensor * context * stages));
  if (json.contains("stages") || pools.size() < 2) return;
  const int each = tensor * context * settingOf(json, "data_parallel");
  std::vector<int> counts;
  counts.reserve(pools.size());
  for (const hardware::Pool& pool : pools) counts.push_back(gpusOf(pool) / std::max(1, each));
  const int room = std::accumulate(counts.begin(), counts.end(), 0);
  if (room < stages) return;                           // said by the engine, with the pool that is too small
  for (std::size_t pool = counts.size(); pool-- > 0;)  // the last pools do without
    while (std::accumulate(counts.begin(), counts.end(), 0) > stages && counts[pool] > 0) --counts[pool];
  const int layers = problem.graph->layer_count();
  int place = 0;
  Json list = Json::array();
  for (std::size_t pool = 0; pool < counts.size(); ++pool)
    for (int n = 0; n < counts[pool]; ++n, ++place)
      list.push_back(
          Json{{"pool", pools[pool].id}, {"layers", layers / stages + (place < layers % stages ? 1 : 0)}});
  json["stages"] = std::move(list);
}

}  // namespace

Result<strategy::Strategy> readLayout(const QString& text, const strategy::Problem& problem) {
  Json json = Json::object();
  const QStringList words = text.split(QRegularExpression(u"[\\s,;·\\\\]+"_s), Qt::SkipEmptyParts);
  // "tp 8" and "TP 8" read as "tp=8": a name followed by a bare number.
  QStringList joined;
  for (const QString& word : words) {
    bool number = false;
    word.toInt(&number);
    const bool follows = number && !joined.isEmpty() && !joined.last().contains(u'=') &&
                         !joined.last().startsWith(u"--"_s) && isKey(keyOf(joined.last().toLower()));
    if (follows)
      joined.last() += u'=' + word;
    else
      joined << word;
  }
  if (const auto read = Reader(problem, json).read(joined); !read) return tl::unexpected<Error>(read.error());
  complete(json, problem);
  return strategy::read_strategy(hardware::with_joined_pools(json, problem.cluster), problem.pool_ids(),
                                 problem.graph->layer_count());
}

QString layoutText(const strategy::Strategy& s, const strategy::Problem& problem) {
  const std::vector<std::string> pools = problem.pool_ids();
  const strategy::Strategy usual;
  QStringList words;
  for (const std::string& key : strategy::setting_keys()) {
    const std::string value = strategy::setting(s, key);
    const bool degree = key == "tensor_parallel" || key == "pipeline_parallel" || key == "data_parallel" ||
                        key == "micro_batch";
    const bool follows = key == "sharding_group" && s.zero_stage == 0;
    // Left out, "full" means every layer.
    const bool full = key == "recompute_layers" && s.recompute == strategy::Recompute::full;
    if (!degree && !full && (value == strategy::setting(usual, key) || follows)) continue;
    QString name = QString::fromStdString(key);
    for (const ShortName& each : kShort)
      if (key == each.key) name = QLatin1StringView(each.name);
    words << name + u'=' + QString::fromStdString(value);
  }
  for (const strategy::Stage& stage : s.stages) {
    QString word =
        u"%1:%2"_s.arg(QString::fromStdString(pools[static_cast<std::size_t>(stage.pool)])).arg(stage.layers);
    if (stage.tensor_parallel != s.tensor_parallel) word += u"@%1"_s.arg(stage.tensor_parallel);
    if (stage.recompute != s.recompute || stage.recompute_layers != s.recompute_layers)
      word +=
          u"~%1%2"_s.arg(QLatin1StringView(strategy::to_string(stage.recompute))).arg(stage.recompute_layers);
    words << word;
  }
  return words.join(u' ');
}

}  // namespace astrolabe::ui
