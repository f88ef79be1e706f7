#include "ui/shell/traffic_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>
#include <tuple>

#include "core/serving/question.h"
#include "ui/document/asked_json.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/shell/assumed_mark.h"
#include "ui/shell/lengths_field.h"
#include "ui/shell/number_field.h"
#include "ui/shell/prefix_fields.h"
#include "ui/shell/traffic_extras.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

enum TrafficKind { RateKind, UsersKind, OfflineKind };
constexpr double kMostRate = 1e9, kMostSeconds = 1e6, kMilli = 1e-3, kUsualQuantile = 0.5;
constexpr int kMostSpares = 1'000'000;

}  // namespace

Json firstServingJob(const strategy::Job& training) {
  constexpr double kRate = 10.0, kTtft = 1.0, kTpot = 0.05, kQuantile = 0.9;
  const Json lengths{{"profile", "azure-2023-conv"}};
  const bool narrow =
      training.precision == hardware::Precision::fp8 || training.precision == hardware::Precision::fp8_block;
  return Json{{"traffic", {{"requests_per_second", kRate}}},
              {"input_tokens", lengths},
              {"output_tokens", lengths},
              {"promises", {{"ttft_seconds", kTtft}, {"tpot_seconds", kTpot}, {"quantile", kQuantile}}},
              {"precision", narrow ? hardware::to_string(training.precision) : "bf16"}};
}

TrafficPanel::TrafficPanel(PlanDocument& document, QWidget* parent)
    : FieldRows(u"traffic"_s, u"traffic"_s, parent), m_document(document) {
  setAccessibleName(tr("Traffic and promises"));
  addTraffic();
  addLengths();
  addPromises();
  addEngine();
  m_extras = new TrafficExtras(m_document, this);
  addWide(m_extras);
  connect(m_extras, &TrafficExtras::edited, this, &TrafficPanel::change);
  m_error = makeProblem("error");
  addWide(m_error);
  connect(&m_document, &PlanDocument::planChanged, this, &TrafficPanel::refresh);
  refresh();
}

QComboBox* TrafficPanel::addChoice(const char* name, const QString& label, const QString& tip,
                                   const std::vector<std::pair<QString, QString>>& choices) {
  QComboBox* box = makeChoice(name, label, tip);
  for (const auto& [words, value] : choices) box->addItem(words, value);
  return box;
}

void TrafficPanel::addTraffic() {
  m_kind = addChoice(
      "kind", tr("How requests come"),
      tr("Requests per second: they come at random at this rate. Users in flight: each asks again as soon as "
         "it is answered. Offline: all requests wait from the start, as fast as possible."),
      {{tr("Requests/s"), {}}, {tr("Users in flight"), {}}, {tr("Offline"), {}}});
  m_kindLabel = addRow(tr("Traffic"), m_kind);
  connect(m_kind, &QComboBox::activated, this, &TrafficPanel::takeKind);
  m_rate = makeNumber("rate", tr("Requests per second"), tr("/s", "requests a second"),
                      tr("Mean rate at which requests come."));
  m_rate->setLimits({.low = 0, .high = kMostRate});
  m_rateLabel = addRow(tr("Rate"), m_rate, m_rate->errorLabel());
  connect(m_rate, &NumberField::committed, this, [this](double value) {
    change(tr("requests per second", "undo step: Set …"), "traffic",
           [&](Json& asked) { asked["traffic"]["requests_per_second"] = value; });
  });
  m_users = makeNumber("users", tr("Users in flight"), {}, tr("Requests that are answered at any time."));
  m_users->setLimits({.low = 1, .high = kMostRate, .whole = true});
  m_usersLabel = addRow(tr("Users"), m_users, m_users->errorLabel());
  connect(m_users, &NumberField::committed, this, [this](double value) {
    change(tr("users in flight", "undo step: Set …"), "traffic",
           [&](Json& asked) { asked["traffic"]["concurrency"] = value; });
  });
}

void TrafficPanel::addLengths() {
  const auto side = [this](const char* name, const char* key, const QString& label, const QString& what,
                           bool output) {
    auto* field = new LengthsField(u"traffic."_s + QLatin1StringView(name), label, output, this);
    addWide(field);
    connect(field, &LengthsField::chosen, this, [this, key, what](const Json& lengths) {
      change(what, key, [&](Json& asked) { asked[key] = lengths; });
    });
    connect(field, &LengthsField::profileChosen, this, &TrafficPanel::takeProfile);
    return field;
  };
  m_input = side("input", "input_tokens", tr("Prompt"), tr("length of prompts", "undo step: Set …"), false);
  m_output = side("output", "output_tokens", tr("Answer"), tr("length of answers", "undo step: Set …"), true);
  m_prefix = new PrefixFields(this);
  addWide(m_prefix);
  connect(m_prefix, &PrefixFields::edited, this, &TrafficPanel::change);
}

void TrafficPanel::addPromise(const char* name, const QString& label, const QString& unit,
                              const QString& meaning, Promise promise) {
  promise.check = makeBox((std::string(name) + ".check").c_str(), label, meaning);
  promise.field = makeNumber(name, label, unit, meaning);
  promise.field->setLimits({.low = 0, .high = kMostSeconds / promise.unit});
  addChecked(promise.check, promise.field);
  const std::size_t index = m_promises.size();
  m_promises.push_back(promise);
  connect(promise.check, &QCheckBox::clicked, this, [this, index](bool on) {
    const Promise& it = m_promises[index];
    const double seconds = it.field->value() ? *it.field->value() * it.unit : it.start;
    change(on ? it.text : tr("no promise on %1", "undo step: Set …").arg(it.text), "promises",
           [&](Json& asked) {
             if (on)
               asked["promises"][it.key] = seconds;
             else
               asked["promises"].erase(it.key);
           });
    if (on) it.field->setFocus(Qt::OtherFocusReason);
  });
  connect(promise.field, &NumberField::committed, this, [this, index](double value) {
    const Promise& it = m_promises[index];
    change(it.text, "promises", [&](Json& asked) { asked["promises"][it.key] = value * it.unit; });
  });
}

void TrafficPanel::addPromises() {
  constexpr double kStartTtft = 1.0, kStartTpot = 0.05, kStartWhole = 30.0;
  addPromise("ttft", tr("First token within"), tr("s"),
             tr("Time to first token (TTFT): from the request to its first token, queue included."),
             {"ttft_seconds", tr("time to first token", "undo step: Set …"), 1.0, kStartTtft});
  addPromise("tpot", tr("Per token within"), tr("ms"),
             tr("Time per output token (TPOT) after the first: its inverse is what a user reads a second."),
             {"tpot_seconds", tr("time per token", "undo step: Set …"), kMilli, kStartTpot});
  addPromise("e2e", tr("Whole answer within"), tr("s"), tr("End to end: from the request to its last token."),
             {"e2e_seconds", tr("time of the whole answer", "undo step: Set …"), 1.0, kStartWhole});
  m_quantile = makeNumber("quantile", tr("Promised to"), u"%"_s,
                          tr("Share of the requests for which the promises hold: 50 for the median."));
  m_quantile->setLimits({.low = 1, .high = 99.99});
  m_quantile->setDefault(100.0 * kUsualQuantile);
  addRow(tr("Promised to"), m_quantile, m_quantile->errorLabel());
  connect(m_quantile, &NumberField::committed, this, [this](double value) {
    change(tr("quantile of the promises", "undo step: Set …"), "promises",
           [&](Json& asked) { asked["promises"]["quantile"] = value / 100.0; });
  });
  connect(m_quantile, &NumberField::defaultWanted, this, [this] {
    change(tr("quantile of the promises", "undo step: Set …"), {}, [](Json& asked) {
      if (asked.contains("promises")) asked["promises"].erase("quantile");
    });
  });
}

void TrafficPanel::addEngine() {
  m_precision = addChoice("precision", tr("Precision of the weights"),
                          tr("int8, int4 and mxfp4 are of the weights alone: products run in bf16."),
                          {{u"bf16"_s, u"bf16"_s},
                           {u"fp8"_s, u"fp8"_s},
                           {u"fp8_block"_s, u"fp8_block"_s},
                           {u"nvfp4"_s, u"nvfp4"_s},
                           {u"mxfp4"_s, u"mxfp4"_s},
                           {u"int8"_s, u"int8"_s},
                           {u"int4"_s, u"int4"_s}});
  m_precisionLabel = addRow(tr("Weights"), m_precision);
  connect(m_precision, &QComboBox::activated, this, [this] {
    change(tr("precision of the weights", "undo step: Set …"), "precision",
           [&](Json& asked) { asked["precision"] = m_precision->currentData().toString().toStdString(); });
  });
  m_kvPrecision =
      addChoice("kvPrecision", tr("Precision of keys and values"),
                tr("As the engine has it: fp8 where weights are fp8 or fp4, but bf16 in SGLang."),
                {{tr("as the engine", "precision"), {}}, {u"bf16"_s, u"bf16"_s}, {u"fp8"_s, u"fp8"_s}});
  m_kvLabel = addRow(tr("KV cache"), m_kvPrecision);
  connect(m_kvPrecision, &QComboBox::activated, this, [this] {
    const QString type = m_kvPrecision->currentData().toString();
    change(tr("precision of keys and values", "undo step: Set …"), type.isEmpty() ? "" : "kv_precision",
           [&](Json& asked) {
             if (type.isEmpty())
               asked.erase("kv_precision");
             else
               asked["kv_precision"] = type.toStdString();
           });
  });
  m_engine =
      addChoice("engine", tr("Engine"),
                tr("What serves: its overheads, and what it holds back, are part of a prediction."),
                {{u"vLLM"_s, u"vllm"_s}, {u"SGLang"_s, u"sglang"_s}, {u"TensorRT-LLM"_s, u"tensorrt-llm"_s}});
  m_engineLabel = addRow(tr("Engine"), m_engine);
  connect(m_engine, &QComboBox::activated, this, [this] {
    change(tr("engine", "undo step: Set …"), "software", [&](Json& asked) {
      asked["software"]["runtime"] = m_engine->currentData().toString().toStdString();
    });
  });
  std::tie(m_date, m_dateLabel) = addEngineDate([this](const QString& text) {
    change(tr("date of the engine", "undo step: Set …"), text.isEmpty() ? "" : "software", [&](Json& asked) {
      if (!text.isEmpty())
        asked["software"]["date"] = text.toStdString();
      else if (asked.contains("software"))
        asked["software"].erase("date");
    });
  });
  m_spares = makeNumber("spares", tr("Spare replicas"), {},
                        tr("Replicas beyond what the traffic needs, for when one fails. They are paid for."));
  m_spares->setLimits({.low = 0, .high = kMostSpares, .whole = true, .aboveZero = false});
  m_spares->setDefault(0.0);
  addRow(tr("Spare replicas"), m_spares, m_spares->errorLabel());
  connect(m_spares, &NumberField::committed, this, [this](double value) {
    change(tr("spare replicas", "undo step: Set …"), "spare_replicas",
           [&](Json& asked) { asked["spare_replicas"] = static_cast<int>(value); });
  });
  connect(m_spares, &NumberField::defaultWanted, this, [this] {
    change(tr("spare replicas", "undo step: Set …"), {}, [](Json& asked) { asked.erase("spare_replicas"); });
  });
  m_layers = makeBox("layers", tr("Layers over unequal machines"),
                     tr("One copy of the model whose layers are spread over all machines, slow links and "
                        "regions included, by the largest flow of tokens."));
  addWide(m_layers);
  connect(m_layers, &QCheckBox::clicked, this, [this](bool on) {
    change(tr("placement of layers", "undo step: Set …"), on ? "placement" : "", [&](Json& asked) {
      if (on)
        asked["placement"] = "layers";
      else
        asked.erase("placement");
    });
  });
}

void TrafficPanel::change(const QString& what, const std::string& key, const Edit& edit) {
  if (m_refreshing) return;
  strategy::Job next = editedJob(m_document.plan().job, key, edit);
  if (next == m_document.plan().job) return;
  m_document.undoStack().push(new SetJob(m_document, std::move(next), what));
}

/// Another kind of traffic begins with the number that its field holds; what else the traffic says stays.
void TrafficPanel::takeKind(int kind) {
  constexpr double kUsualRate = 10.0, kUsualUsers = 64.0;
  change(tr("kind of traffic", "undo step: Set …"), "traffic", [&](Json& asked) {
    Json& traffic = asked["traffic"];
    if (!traffic.is_object()) traffic = Json::object();
    for (const char* key : {"requests_per_second", "concurrency", "offline"}) traffic.erase(key);
    if (kind != RateKind) traffic.erase("hours");
    if (kind == RateKind) traffic["requests_per_second"] = m_rate->value().value_or(kUsualRate);
    if (kind == UsersKind) traffic["concurrency"] = m_users->value().value_or(kUsualUsers);
    if (kind != OfflineKind) return;
    traffic["offline"] = true;
    // Offline a first token has no time that could be promised.
    if (asked.contains("promises") && asked["promises"].is_object())
      for (const char* key : {"ttft_seconds", "e2e_seconds"}) asked["promises"].erase(key);
  });
}

/// Prompts and answers of a trace belong together.
void TrafficPanel::takeProfile(const QString& id) {
  const Json lengths{{"profile", id.toStdString()}};
  change(tr("lengths of a published trace", "undo step: Set …"), "input_tokens",
         [&](Json& asked) { asked["input_tokens"] = asked["output_tokens"] = lengths; });
}

bool TrafficPanel::isStated(const Json& asked, const std::string& key) const {
  return isAskedStated(m_document.plan().job, asked, key);
}

void TrafficPanel::refresh() {
  if (m_document.plan().job.task != "serve") return;
  m_refreshing = true;
  const Json asked = askedOf(m_document.plan().job);
  const Json traffic = memberOf(asked, "traffic");
  const auto rate = numberIn(traffic, "requests_per_second"), users = numberIn(traffic, "concurrency");
  m_kind->setCurrentIndex(rate ? RateKind : users ? UsersKind : OfflineKind);
  if (rate) m_rate->setValue(rate);
  if (users) m_users->setValue(users);
  const bool traffic_assumed = !isStated(asked, "traffic");
  markAssumed(m_kind, traffic_assumed, m_kindLabel);
  m_rate->setAssumed(traffic_assumed);
  m_users->setAssumed(traffic_assumed);
  for (QWidget* widget : {static_cast<QWidget*>(m_rate), static_cast<QWidget*>(m_rateLabel)})
    widget->setVisible(rate.has_value());
  for (QWidget* widget : {static_cast<QWidget*>(m_users), static_cast<QWidget*>(m_usersLabel)})
    widget->setVisible(users.has_value());
  // A published trace that was chosen for prompts states the answers, too.
  const bool lengths = isStated(asked, "input_tokens");
  m_input->setLengths(memberOf(asked, "input_tokens"), !lengths);
  m_output->setLengths(memberOf(asked, "output_tokens"), !lengths && !isStated(asked, "output_tokens"));
  showOptional(asked);
  m_refreshing = false;
}

/// What a job need not say.
void TrafficPanel::showOptional(const Json& asked) {
  m_prefix->refresh(asked);
  const Json promises = memberOf(asked, "promises");
  const bool promised = isStated(asked, "promises");
  for (const Promise& promise : m_promises) {
    const auto seconds = numberIn(promises, promise.key);
    const bool typing = promise.field->hasFocus() || promise.field->isRefused();
    promise.check->setChecked(seconds.has_value() || (promise.check->isChecked() && typing));
    promise.field->setEnabled(promise.check->isChecked());
    if (seconds) promise.field->setValue(*seconds / promise.unit);
    promise.field->setAssumed(seconds && !promised);
  }
  const auto quantile = numberIn(promises, "quantile");
  m_quantile->setValue(100.0 * quantile.value_or(kUsualQuantile));
  m_quantile->setAssumed(!quantile || !promised);
  const auto show = [](QComboBox* box, const QString& value) {
    box->setCurrentIndex(std::max(0, box->findData(value)));
  };
  show(m_precision, textIn(asked, "precision"));
  markAssumed(m_precision, !isStated(asked, "precision"), m_precisionLabel);
  const QString kv = textIn(asked, "kv_precision");
  show(m_kvPrecision, kv);
  if (kv.isEmpty()) m_kvPrecision->setCurrentIndex(0);
  markAssumed(m_kvPrecision, kv.isEmpty(), m_kvLabel);
  const Json software = memberOf(asked, "software");
  show(m_engine, textIn(software, "runtime"));
  markAssumed(m_engine, !software.contains("runtime"), m_engineLabel);
  if (!m_date->isModified()) m_date->setText(textIn(software, "date"));
  m_spares->setValue(numberIn(asked, "spare_replicas").value_or(0.0));
  m_spares->setAssumed(!asked.contains("spare_replicas"));
  m_layers->setChecked(textIn(asked, "placement") == "layers"_L1);
  m_extras->refresh(asked);
}

void TrafficPanel::tell(const std::optional<Error>& error) {
  const QString words = error ? messageFor(*error).plain() : QString();
  ToldAtFields told(error, words, isAbout);
  told.tell(*m_rate, "requests_per_second");
  told.tell(*m_users, "concurrency");
  m_input->setProblem(told.at("input_tokens"));
  m_output->setProblem(told.at("output_tokens"));
  bool placed = m_prefix->tell(error, words);
  for (const Promise& promise : m_promises) told.tell(*promise.field, promise.key);
  told.tell(*m_quantile, "quantile");
  told.tell(*m_spares, "spare_replicas");
  placed = placed || told.placed;
  placed = m_extras->tell(placed ? std::nullopt : error, words) || placed;
  for (const char* key :
       {"traffic", "promises", "precision", "kv_precision", "software", "placement", "expert_load", "task"})
    if (!placed && error && isAbout(*error, key)) m_error->setText(words);
  if (placed || !error) m_error->clear();
  m_error->setVisible(!m_error->text().isEmpty());
}

}  // namespace astrolabe::ui
