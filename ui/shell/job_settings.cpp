#include "ui/shell/job_settings.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/strategy/schedules.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct SettingText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::SettingText)
};

struct SettingName {
  std::string_view key;
  const char* name;
};

constexpr SettingName kSettingNames[] = {
    {"tensor_parallel", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Tensor parallel (TP)")},
    {"pipeline_parallel", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Pipeline parallel (PP)")},
    {"virtual_pipeline", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Virtual pipeline (VP)")},
    {"context_parallel", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Context parallel (CP)")},
    {"expert_parallel", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Expert parallel (EP)")},
    {"expert_tensor_parallel",
     QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Tensor parallel of experts (ETP)")},
    {"data_parallel", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Data parallel (DP)")},
    {"micro_batch", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Micro-batch (mbs)")},
    {"sequence_parallel", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Sequence parallel (SP)")},
    {"zero_stage", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "ZeRO stage")},
    {"sharding_group", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "ZeRO group size (HSDP)")},
    {"recompute", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Recompute")},
    {"recompute_layers", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Recomputed layers per stage")},
    {"offload_optimizer", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Optimizer offload")},
    {"offload_activations", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Activation offload")},
    {"overlap_grad_reduce", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Overlap gradient reduction")},
    {"overlap_param_gather", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Overlap parameter gather")},
    {"overlap_tensor_parallel",
     QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Overlap tensor-parallel traffic")},
    {"schedule", QT_TRANSLATE_NOOP("astrolabe::ui::SettingText", "Pipeline schedule")},
};

/// What people call a schedule; its name where they call it that.
QString scheduleTitle(const std::string& name) {
  if (name == "1f1b") return SettingText::tr("1F1B");
  if (name == "interleaved") return SettingText::tr("interleaved");
  if (name == "gpipe") return SettingText::tr("GPipe");
  if (name == "zb-h1") return SettingText::tr("ZB-H1");
  if (name == "zb-v") return SettingText::tr("ZB-V");
  if (name == "looped-bfs") return SettingText::tr("looped breadth-first");
  return QString::fromStdString(name);
}

}  // namespace

QString settingName(const std::string& key) {
  const auto* found = std::find_if(std::begin(kSettingNames), std::end(kSettingNames),
                                   [&](const SettingName& each) { return each.key == key; });
  return found == std::end(kSettingNames) ? QString::fromStdString(key) : SettingText::tr(found->name);
}

std::vector<std::pair<std::string, QString>> settingChoices(const std::string& key) {
  if (key == "recompute")
    return {{"none", SettingText::tr("none")},
            {"selective", SettingText::tr("selective")},
            {"full", SettingText::tr("full")}};
  if (key == "schedule") {
    std::vector<std::pair<std::string, QString>> schedules;
    for (const std::string& name : strategy::schedule_names())
      schedules.emplace_back(name, scheduleTitle(name));
    return schedules;
  }
  for (const std::string_view flag :
       {"sequence_parallel", "offload_optimizer", "offload_activations", "overlap_grad_reduce",
        "overlap_param_gather", "overlap_tensor_parallel"})
    if (key == flag) return {{"true", SettingText::tr("on")}, {"false", SettingText::tr("off")}};
  return {};
}

std::vector<std::string> usualChoices(const std::string& key) {
  std::vector<std::string> usual;
  for (const auto& [value, words] : settingChoices(key)) usual.push_back(value);
  if (key == "schedule")
    for (const strategy::ScheduleRow& row : strategy::kSchedules)
      if (!row.searched) std::erase(usual, row.name);
  return usual;
}

TypedValues typedValues(const QString& text, const std::function<std::vector<int>()>& usual) {
  constexpr int kMostOfARange = 1024;
  static const QRegularExpression between(u"[\\s,;]+"_s);
  static const QRegularExpression spaced(u"(\\d)\\s*(-|–|\\.\\.|…)\\s*(?=\\d)"_s);
  static const QRegularExpression range(u"^(\\d{1,9})(?:-|–|\\.\\.|…)(\\d{1,9})$"_s);
  TypedValues typed;
  const auto add = [&typed](const std::string& value) {
    if (std::find(typed.values.begin(), typed.values.end(), value) == typed.values.end())
      typed.values.push_back(value);
  };
  QString joined = text;
  joined.replace(spaced, u"\\1\\2"_s);  // "1 - 8" is one range
  for (const QString& word : joined.split(between, Qt::SkipEmptyParts)) {
    const QRegularExpressionMatch match = range.match(word);
    if (!match.hasMatch()) {
      add(word.toStdString());
      continue;
    }
    const int low = match.captured(1).toInt(), high = match.captured(2).toInt();
    const std::size_t before = typed.values.size();
    const std::vector<int> tried = usual();
    if (tried.empty()) {
      if (high - low >= kMostOfARange) {
        typed.problem =
            SettingText::tr("“%1” is too wide a range: name at most %2 values.").arg(word).arg(kMostOfARange);
        return typed;
      }
      for (int value = low; value <= high; ++value) add(std::to_string(value));
    }
    bool any = tried.empty() && low <= high;
    for (const int value : tried) {
      if (value < low || value > high) continue;
      any = true;
      add(std::to_string(value));
    }
    if (any || typed.values.size() > before) continue;
    QStringList names;
    for (const int value : tried) names << QString::number(value);
    typed.problem =
        names.isEmpty()
            ? SettingText::tr("“%1” is no range: the smaller value comes first.").arg(word)
            : SettingText::tr("No value from %1 is tried: use some of %2.").arg(word, names.join(u' '));
    return typed;
  }
  return typed;
}

}  // namespace astrolabe::ui
