#include "ui/compare/comparison_inputs.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/hardware/pool_price.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/document/commands/pool_marks.h"
#include "ui/document/goal.h"
#include "ui/document/scenario_text.h"
#include "ui/render/answer_text.h"
#include "ui/render/cost_words.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_question_words.h"
#include "ui/render/serving_question_words.h"
#include "ui/render/tuning_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct AskedWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

constexpr double kBytesPerGb = 1e9;

QString dotted(const QStringList& parts, const QString& none) {
  return parts.isEmpty() ? none : parts.join(u" · "_s);
}

QString askedLimits(const strategy::Limits& limits) {
  QStringList parts;
  const auto add = [&](const char* key, const std::optional<double>& value, const QString& words) {
    if (value) parts << words.arg(limitText(key, *value));
  };
  add("budget_usd", limits.budget_usd, AskedWords::tr("budget %1"));
  add("usd_per_hour", limits.usd_per_hour, AskedWords::tr("at most %1", "$212/h"));
  add("usd_per_trillion_tokens", limits.usd_per_trillion_tokens,
      AskedWords::tr("at most %1", "$1.5 M/1T tokens"));
  add("deadline_hours", limits.deadline_hours, AskedWords::tr("deadline %1"));
  add("power_kw", limits.power_kw, AskedWords::tr("power %1"));
  add("purchase_usd", limits.purchase_usd, AskedWords::tr("purchase %1"));
  add("usd_per_month", limits.usd_per_month, AskedWords::tr("at most %1", "$150 k a month"));
  add("ownership_usd", limits.ownership_usd, AskedWords::tr("ownership %1"));
  if (!limits.done_by.empty())
    parts << AskedWords::tr("done by %1").arg(QString::fromStdString(limits.done_by));
  return dotted(parts, AskedWords::tr("none", "no limits"));
}

/// Which GPUs are to be used: all of them, or so many at most.
QString askedCounts(const hardware::ClusterSpec& cluster) {
  if (!cluster.choose) return AskedWords::tr("exactly all");
  QStringList parts;
  if (cluster.choose->max_total_gpus)
    parts << AskedWords::tr("at most %1 in all").arg(wholeText(*cluster.choose->max_total_gpus));
  for (const auto& [pool, most] : cluster.choose->max_gpus_per_pool)
    parts << (most == 0 ? AskedWords::tr("none of %1").arg(QString::fromStdString(pool))
                        : AskedWords::tr("at most %1 of %2", "GPUs, pool")
                              .arg(wholeText(most), QString::fromStdString(pool)));
  return dotted(parts, AskedWords::tr("as many as the search finds best"));
}

QString askedCommitment(const strategy::Cost& cost) {
  return cost.basis == hardware::CostBasis::rent ? commitmentText(cost.commitment) : unknownText();
}

/// Three significant digits where they say all of a value, `most` where they do not.
int digitsFor(double value, int most) {
  return QString::number(value, 'g', 3).toDouble() == value ? 3 : most;
}

/// What is paid in each pool under the basis of the scenario, for an hour of a GPU or to buy a node, and
/// whose price it is.
QString askedPrices(const plan::Plan& plan, const hardware::Catalogue& catalogue) {
  const strategy::Cost& cost = plan.job.cost;
  if (cost.basis == hardware::CostBasis::own) return unknownText();
  QStringList parts;
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    const bool rent = cost.basis == hardware::CostBasis::rent;
    const auto price = rent ? hardware::pool_rent(pool, catalogue, cost.commitment)
                            : hardware::pool_purchase(pool, catalogue);
    const auto priced = [](double usd) { return moneyText(usd, digitsFor(usd, 4)); };
    const QString sum = !price ? unknownText()
                        : rent ? AskedWords::tr("%1 a GPU and hour", "price").arg(priced(price->usd_per_gpu))
                               : AskedWords::tr("%1 a node", "price")
                                     .arg(priced(price->usd_per_gpu * poolGpusPerNode(pool, catalogue)));
    parts << (price && price->stated ? AskedWords::tr("%1 %2 (own price)", "pool, price")
                                     : AskedWords::tr("%1 %2", "pool, price"))
                 .arg(QString::fromStdString(pool.id), sum);
  }
  return dotted(parts, unknownText());
}

/// What networks between nodes cost where a pool states it, whatever the basis counts.
QString askedNetworkPrices(const hardware::ClusterSpec& cluster) {
  QStringList parts;
  for (const hardware::PoolSpec& pool : cluster.pools)
    if (pool.network_usd_per_node)
      parts << AskedWords::tr("%1 %2 a node", "pool, price")
                   .arg(QString::fromStdString(pool.id), exactMoneyText(*pool.network_usd_per_node));
  return dotted(parts, unknownText());
}

QString askedHosting(const strategy::Cost& cost) {
  return cost.hosting_usd_per_kw_month
             ? AskedWords::tr("%1 a kW and month").arg(exactMoneyText(*cost.hosting_usd_per_kw_month))
             : unknownText();
}

QString askedLinks(const hardware::ClusterSpec& cluster) {
  QStringList parts;
  for (const hardware::BetweenPools& link : cluster.between_pools) {
    QString text = AskedWords::tr("%1 to %2 %3", "pool, pool, bandwidth")
                       .arg(QString::fromStdString(link.a), QString::fromStdString(link.b),
                            networkText(link.gb_per_s * kBytesPerGb));
    if (link.latency_us) text += u", "_s + durationText(*link.latency_us * 1e-6);
    parts << text;
  }
  return dotted(parts, unknownText());
}

/// "new: Node 5: failed; 1 spare": what of each pool is slow, failed or spare, and what fails together.
QString askedMarks(const hardware::ClusterSpec& cluster) {
  QStringList parts;
  for (const hardware::PoolSpec& pool : cluster.pools)
    if (const QString marks = everyMarkText(marksOf(pool)); !marks.isEmpty())
      parts << AskedWords::tr("%1: %2", "pool, what of it is slow, failed or spare")
                   .arg(QString::fromStdString(pool.id), marks);
  return dotted(parts, AskedWords::tr("none", "no GPUs slow, failed or spare"));
}

/// "pipeline_parallel 4 · zero_stage 1, 2": what the search is held to.
QString askedSettings(const strategy::Allowed& allowed) {
  QStringList parts;
  for (const auto& [key, values] : allowed) {
    QStringList all;
    for (const std::string& value : values) all << QString::fromStdString(value);
    parts << QString::fromStdString(key) + u' ' + all.join(u", "_s);
  }
  return dotted(parts, AskedWords::tr("none", "no settings"));
}

/// A value of a question that no other row has: of the pool of that id, or of all of it.
struct FurtherKey {
  std::string pool, key;
  auto operator<=>(const FurtherKey&) const = default;
};
using Further = std::map<FurtherKey, std::string>;

Further furtherSettings(const plan::Plan& plan) {
  Further all;
  const auto add = [&](const std::string& pool, const Json& json, const std::set<std::string>& known) {
    if (json.empty()) return;
    const Json flat = json.flatten();
    for (const auto& [pointer, value] : flat.items()) {
      std::string key = pointer.substr(1);
      std::replace(key.begin(), key.end(), '/', '.');
      if (known.contains(key) || known.contains(key.substr(0, key.find('.')))) continue;
      all[{pool, key}] = value.is_string() ? value.get<std::string>() : value.dump();
    }
  };
  strategy::Job job = plan.job;
  job.stated.clear();  // who set a value makes no difference to it
  std::set<std::string> rowed{"sequence_length",
                              "global_batch",
                              "tokens",
                              "precision",
                              "optimizer",
                              "tuning",
                              "fixed",
                              "allowed",
                              "rules",
                              "cost.basis",
                              "cost.commitment",
                              "cost.years",
                              "limits",
                              "asked_before",
                              "train_before",
                              "task",
                              "cost.hosting_usd_per_kw_month"};
  if (job.task == "post_train")
    for (const PostTrainingSetting& setting : postTrainingSettings()) rowed.insert(setting.field);
  if (job.task == "serve")
    for (const ServingSetting& setting : servingSettings()) {
      const std::string key = setting.field;
      rowed.insert(key.substr(0, key.find('.')));
    }
  add({}, strategy::to_json(job), rowed);
  const Json cluster = hardware::to_json(plan.cluster);
  if (cluster.contains("pools"))
    for (const Json& pool : cluster["pools"])
      add(pool.value("id", std::string()), pool,
          {"id", "gpu", "nodes", "usd_per_gpu_hour", "purchase_usd_per_gpu", "network_usd_per_node", "slow",
           "failed", "spares", "domain"});
  for (const auto& [key, value] : plan.model_entered) all[{{}, "model." + key}] = Json(value).dump();
  return all;
}

/// Of all these values the ones in which the plans differ, those of each plan in one text. What a pool is
/// asked with is compared between the plans that have it.
QStringList furtherCells(const std::vector<const plan::Plan*>& plans) {
  std::vector<Further> all;
  std::set<FurtherKey> keys;
  for (const plan::Plan* plan : plans) {
    all.push_back(furtherSettings(*plan));
    for (const auto& [key, value] : all.back()) keys.insert(key);
  }
  std::vector<QStringList> cells(plans.size());
  for (const FurtherKey& key : keys) {
    std::map<std::size_t, std::string> values;  // by plan; empty: as assumed
    for (std::size_t i = 0; i < plans.size(); ++i)
      if (key.pool.empty() || findPool(*plans[i], key.pool) != nullptr)
        values[i] = all[i].contains(key) ? all[i].at(key) : std::string();
    if (std::all_of(values.begin(), values.end(),
                    [&](const auto& each) { return each.second == values.begin()->second; }))
      continue;
    const QString name = QString::fromStdString(key.pool.empty() ? key.key : key.pool + '.' + key.key);
    for (const auto& [plan, value] : values)
      cells[plan] << name + u' ' +
                         (value.empty() ? AskedWords::tr("as assumed") : QString::fromStdString(value));
  }
  const bool same =
      std::all_of(cells.begin(), cells.end(), [](const QStringList& each) { return each.isEmpty(); });
  QStringList texts;
  for (const QStringList& each : cells)
    texts << dotted(each, same ? AskedWords::tr("the same") : unknownText());
  return texts;
}

/// The name of a model; of files of one name that hold different models, that they do.
QStringList modelCells(const std::vector<const plan::Plan*>& plans) {
  QStringList cells;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const plan::Plan& plan = *plans[i];
    QString name = plan.model_name.empty() ? unknownText() : QString::fromStdString(plan.model_name);
    for (std::size_t other = 0; other < i; ++other)
      if (plans[other]->model_name == plan.model_name && plans[other]->model_text != plan.model_text) {
        name = AskedWords::tr("%1 (another file)").arg(name);
        break;
      }
    cells << name;
  }
  return cells;
}

/// Adds a row of what `read` says of the plans that train, or of those that serve; a dash for the others.
template <class Read>
void addOf(bool training, std::vector<AskedRow>& rows, const std::vector<const plan::Plan*>& plans,
           const QString& name, const char* field, const Read& read) {
  QStringList cells;
  for (const plan::Plan* plan : plans)
    cells << (plan->job.trains() == training ? read(*plan) : unknownText());
  rows.push_back({name, field, std::move(cells)});
}

/// What is trained.
void addTraining(std::vector<AskedRow>& rows, const std::vector<const plan::Plan*>& plans) {
  const auto add = [&](const QString& name, const char* field, const auto& read) {
    addOf(true, rows, plans, name, field, read);
  };
  add(AskedWords::tr("Sequence · batch"), "sequence_and_batch", [](const plan::Plan& plan) {
    return AskedWords::tr("%1 · %2", "tokens and sequences")
        .arg(wholeText(plan.job.sequence_length), wholeText(plan.job.global_batch));
  });
  add(AskedWords::tr("Tokens"), "tokens",
      [](const plan::Plan& plan) { return significantText(plan.job.tokens, digitsFor(plan.job.tokens, 6)); });
  add(AskedWords::tr("Precision · optimizer"), "precision_and_optimizer", [](const plan::Plan& plan) {
    return QLatin1StringView(hardware::to_string(plan.job.precision)) + u" · "_s +
           QLatin1StringView(strategy::to_string(plan.job.optimizer));
  });
  add(AskedWords::tr("Fine-tuning"), "tuning",
      [](const plan::Plan& plan) { return tuningText(plan.job.tuning); });
}

/// What the search for a training strategy is held to.
void addHeld(std::vector<AskedRow>& rows, const std::vector<const plan::Plan*>& plans) {
  const auto add = [&](const QString& name, const char* field, const auto& read) {
    addOf(true, rows, plans, name, field, read);
  };
  add(AskedWords::tr("Fixed and allowed settings"), "settings",
      [](const plan::Plan& plan) { return askedSettings(plan.job.allowed); });
  add(AskedWords::tr("Own rules"), "rules", [](const plan::Plan& plan) {
    const QString rules = QString::fromStdString(plan.job.rules).simplified();
    return rules.isEmpty() ? AskedWords::tr("none", "no rules") : rules;
  });
}

/// What is served; settings that no scenario states have no row.
void addServing(std::vector<AskedRow>& rows, const std::vector<const plan::Plan*>& plans) {
  for (const ServingSetting& setting : servingSettings()) {
    bool stated = !setting.optional;
    QStringList cells;
    for (const plan::Plan* plan : plans) {
      const auto job = servedJob(plan->job);
      const QString said = job ? setting.text(*job) : QString();
      stated = stated || !said.isEmpty();
      cells << (said.isEmpty() ? unknownText() : said);
    }
    if (stated) rows.push_back({setting.name, setting.field, std::move(cells)});
  }
}

/// What is post-trained.
void addPostTraining(std::vector<AskedRow>& rows, const std::vector<const plan::Plan*>& plans) {
  for (const PostTrainingSetting& setting : postTrainingSettings()) {
    QStringList cells;
    for (const plan::Plan* plan : plans) {
      const auto job = postTrainedJob(plan->job);
      const QString said = job ? setting.text(*job) : QString();
      cells << (said.isEmpty() ? unknownText() : said);
    }
    if (std::any_of(cells.begin(), cells.end(), [](const QString& cell) { return cell != unknownText(); }))
      rows.push_back({setting.name, setting.field, std::move(cells)});
  }
}

}  // namespace

std::vector<AskedRow> askedRows(const std::vector<const plan::Plan*>& plans,
                                const hardware::Catalogue& catalogue) {
  std::vector<AskedRow> rows;
  const auto add = [&](const QString& name, const char* field, const auto& read) {
    QStringList cells;
    for (const plan::Plan* plan : plans) cells << read(*plan);
    rows.push_back({name, field, std::move(cells)});
  };
  rows.push_back({AskedWords::tr("Model"), "model", modelCells(plans)});
  const auto trains = [](const plan::Plan* plan) { return plan->job.trains(); };
  const bool anyTrains = std::any_of(plans.begin(), plans.end(), trains);
  if (anyTrains) addTraining(rows, plans);
  const auto asks = [&](const char* task) {
    return std::any_of(plans.begin(), plans.end(),
                       [&](const plan::Plan* plan) { return plan->job.task == task; });
  };
  if (asks("serve")) addServing(rows, plans);
  if (asks("post_train")) addPostTraining(rows, plans);
  add(AskedWords::tr("Hardware"), "hardware",
      [&](const plan::Plan& plan) { return hardwareText(plan.cluster, catalogue); });
  add(AskedWords::tr("Links between pools"), "links",
      [](const plan::Plan& plan) { return askedLinks(plan.cluster); });
  add(AskedWords::tr("Slow, failed and spare"), "marks",
      [](const plan::Plan& plan) { return askedMarks(plan.cluster); });
  add(AskedWords::tr("GPUs to use"), "gpu_counts", [](const plan::Plan& plan) {
    return plan.job.trains() || plan.cluster.choose ? askedCounts(plan.cluster)
           : plan.job.task == "post_train"          ? AskedWords::tr("as many as the goal asks for")
                                                    : AskedWords::tr("as many as the traffic needs");
  });
  add(AskedWords::tr("Goal"), "goal", [](const plan::Plan& plan) {
    if (!plan.job.trains()) return goalNameOf(plan.job.task, goalOf(plan.objective, false, false));
    return goalName(goalOf(plan.objective, plan.cluster.choose.has_value(), plan.job.deadline().has_value()));
  });
  add(AskedWords::tr("Limits"), "limits",
      [](const plan::Plan& plan) { return askedLimits(plan.job.limits); });
  if (anyTrains)
    add(AskedWords::tr("Memory headroom"), "memory_headroom", [](const plan::Plan& plan) {
      return plan.job.trains() ? percentText(plan.job.limits.memory_headroom) : unknownText();
    });
  add(AskedWords::tr("Cost basis"), "cost_basis",
      [](const plan::Plan& plan) { return basisText(plan.job.cost.basis); });
  add(AskedWords::tr("Commitment"), "commitment",
      [](const plan::Plan& plan) { return askedCommitment(plan.job.cost); });
  add(AskedWords::tr("Service life"), "years", [](const plan::Plan& plan) {
    return plan.job.cost.basis == hardware::CostBasis::buy
               ? AskedWords::tr("%1 years").arg(significantText(plan.job.cost.years))
               : unknownText();
  });
  add(AskedWords::tr("Prices"), "prices",
      [&](const plan::Plan& plan) { return askedPrices(plan, catalogue); });
  add(AskedWords::tr("Price of the networks"), "network_prices",
      [](const plan::Plan& plan) { return askedNetworkPrices(plan.cluster); });
  add(AskedWords::tr("Hosting"), "hosting",
      [](const plan::Plan& plan) { return askedHosting(plan.job.cost); });
  if (anyTrains) addHeld(rows, plans);
  rows.push_back({AskedWords::tr("Other settings"), "other_settings", furtherCells(plans)});
  return rows;
}

bool asksNothing(const AskedRow& row) {
  const QStringList nothing{unknownText(),
                            AskedWords::tr("none", "no limits"),
                            AskedWords::tr("none", "no settings"),
                            AskedWords::tr("none", "no GPUs slow, failed or spare"),
                            AskedWords::tr("none", "no rules"),
                            AskedWords::tr("the same")};
  return std::all_of(row.cells.begin(), row.cells.end(),
                     [&](const QString& cell) { return nothing.contains(cell); });
}

}  // namespace astrolabe::ui
