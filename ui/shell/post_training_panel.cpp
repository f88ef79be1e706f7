#include "ui/shell/post_training_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>
#include <tuple>

#include "core/post_training/question.h"
#include "core/strategy/asked.h"
#include "ui/document/asked_json.h"
#include "ui/document/commands/set_post_training.h"
#include "ui/document/post_training_asked.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_words.h"
#include "ui/shell/assumed_mark.h"
#include "ui/shell/dataflow_dialog.h"
#include "ui/shell/lengths_field.h"
#include "ui/shell/number_field.h"
#include "ui/shell/role_list.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMostCount = 1e8, kLongestAnswer = 1e7, kUsualMean = 1024.0, kUsualTail = 4.0;

/// Prompts or answers as LengthsField takes them: without their longest, a mean alone as a number.
Json lengthsIn(const Json& stated) {
  Json lengths = stated;
  if (lengths.is_object()) {
    lengths.erase("max");
    if (lengths.size() == 1 && lengths.contains("mean")) return lengths["mean"];
  }
  return lengths;
}

bool isSpread(const Json& answers) {
  return answers.is_object() && answers.contains("mean") && !answers.contains("p50");
}

}  // namespace

PostTrainingPanel::PostTrainingPanel(PlanDocument& document, QWidget* parent)
    : FieldRows(u"postTraining"_s, u"postTraining"_s, parent), m_document(document) {
  setAccessibleName(tr("Post-training"));
  addFlow();
  addSamples();
  addUpdates();
  addWholeJob();
  m_error = makeProblem("error");
  addWide(m_error);
  connect(&m_document, &PlanDocument::planChanged, this, &PostTrainingPanel::refresh);
  refresh();
}

/// A number that a job says under `key`, and need not say where `low` is below 1 or a default is set.
NumberField* PostTrainingPanel::addNumber(const char* name, const QString& label, const QString& unit,
                                          const QString& meaning, const char* key, const QString& what,
                                          double low) {
  NumberField* field = makeNumber(name, label, unit, meaning);
  field->setLimits({.low = low, .high = kMostCount, .whole = true});
  addRow(label, field, field->errorLabel());
  connect(field, &NumberField::committed, this, [this, key, what](double value) {
    change(what, key, [&](Json& asked) { asked[key] = static_cast<std::int64_t>(value); });
  });
  connect(field, &NumberField::defaultWanted, this,
          [this, key, what] { change(what, {}, [&](Json& asked) { asked.erase(key); }); });
  return field;
}

void PostTrainingPanel::addFlow() {
  m_flow =
      makeChoice("flow", tr("Dataflow"),
                 tr("Which model generates, runs forward or trains in an iteration, and in which order."));
  for (const post_training::Dataflow& flow : post_training::ready_dataflows())
    m_flow->addItem(dataflowName(flow.name), QString::fromStdString(flow.name));
  m_flow->addItem(dataflowName({}));
  m_steps = new QPushButton(tr("Steps…"), this);
  m_steps->setObjectName(u"postTraining.steps"_s);
  m_steps->setAccessibleName(tr("Steps of an iteration"));
  m_steps->setToolTip(tr("The steps of an iteration: roles, work, and what comes after what."));
  m_flowLabel = addRowWith(m_steps, tr("Dataflow"), m_flow);
  connect(m_flow, &QComboBox::activated, this, &PostTrainingPanel::takeFlow);
  connect(m_steps, &QPushButton::clicked, this, &PostTrainingPanel::editSteps);
  m_roles = new RoleList(this);
  addWide(m_roles);
  connect(m_roles, &RoleList::edited, this,
          [this](const QString& what, const Edit& edit) { change(what, "roles", edit); });
  connect(m_roles, &RoleList::fileWanted, this, &PostTrainingPanel::fileWanted);
  connect(m_roles, &RoleList::presetWanted, this, &PostTrainingPanel::presetWanted);
  connect(m_roles, &RoleList::fileDropped, this, &PostTrainingPanel::fileDropped);
}

void PostTrainingPanel::addSamples() {
  m_prompts = addNumber("prompts", tr("Prompts"), tr("an iteration"), tr("Prompts of one iteration."),
                        "prompts", tr("prompts of an iteration", "undo step: Set …"), 1);
  m_samples = addNumber("samples", tr("Answers to a prompt"), {},
                        tr("Samples that are generated for each prompt: a group of GRPO, a pair of DPO."),
                        "samples_per_prompt", tr("answers to a prompt", "undo step: Set …"), 1);
  m_samples->setDefault(1.0);
  m_prompt = new LengthsField(u"postTraining.prompt"_s, tr("Prompt"), false, this);
  addWide(m_prompt);
  connect(m_prompt, &LengthsField::chosen, this, [this](const Json& lengths) {
    change(tr("length of prompts", "undo step: Set …"), "prompt_tokens", [&](Json& asked) {
      const Json longest = memberOf(memberOf(asked, "prompt_tokens"), "max");
      Json& prompts = asked["prompt_tokens"];
      prompts = lengths;
      if (longest.is_null()) return;
      if (prompts.is_number()) prompts = Json{{"mean", lengths}};
      prompts["max"] = longest;
    });
  });
  m_longestPrompt = makeNumber("longestPrompt", tr("Longest prompt"), tr("tokens"),
                               tr("What prompts are filled up to where samples are padded."));
  m_longestPrompt->setLimits({.low = 1, .high = kLongestAnswer, .whole = true});
  m_longestPromptLabel = addRow(tr("Longest prompt"), m_longestPrompt, m_longestPrompt->errorLabel());
  connect(m_longestPrompt, &NumberField::committed, this, [this](double value) {
    change(tr("longest prompt", "undo step: Set …"), "prompt_tokens", [&](Json& asked) {
      Json& prompts = asked["prompt_tokens"];
      if (prompts.is_number()) prompts = Json{{"mean", prompts}};
      prompts["max"] = static_cast<std::int64_t>(value);
    });
  });
  m_answer = new LengthsField(u"postTraining.answer"_s, tr("Answer"), true, this);
  addWide(m_answer);
  connect(m_answer, &LengthsField::chosen, this, &PostTrainingPanel::takeAnswers);
  // Prompts and answers of a trace belong together.
  for (LengthsField* field : {m_prompt, m_answer})
    connect(field, &LengthsField::profileChosen, this, [this](const QString& id) {
      const Json lengths{{"profile", id.toStdString()}};
      change(tr("lengths of a published trace", "undo step: Set …"), "response_tokens", [&](Json& asked) {
        const Json longest = memberOf(memberOf(asked, "response_tokens"), "max");
        asked["prompt_tokens"] = asked["response_tokens"] = lengths;
        if (!longest.is_null()) asked["response_tokens"]["max"] = longest;
      });
    });
  m_spread = makeBox(
      "spread", tr("Lengths spread as in published traces"),
      tr("The longest answers set the end of generation. Ticked: the stated tokens are a mean, and lengths "
         "are spread around it as assumed from published traces. Not ticked: all answers are this long."));
  addWide(m_spread);
  connect(m_spread, &QCheckBox::clicked, this, [this](bool on) {
    change(tr("spread of answers", "undo step: Set …"), "response_tokens", [&](Json& asked) {
      Json& answers = asked["response_tokens"];
      const Json mean = lengthsIn(answers);
      if (!mean.is_number()) return;
      const double longest =
          std::min(kLongestAnswer, m_longest->value().value_or(kUsualTail * mean.get<double>()));
      answers = on ? Json{{"mean", mean}, {"max", std::max(longest, mean.get<double>())}} : mean;
    });
  });
  m_longest = makeNumber("longest", tr("Longest answer"), tr("tokens"), tr("Where generation is cut."));
  m_longest->setLimits({.low = 1, .high = kLongestAnswer, .whole = true});
  addRow(tr("Longest answer"), m_longest, m_longest->errorLabel());
  connect(m_longest, &NumberField::committed, this, [this](double value) {
    change(tr("longest answer", "undo step: Set …"), "response_tokens", [&](Json& asked) {
      Json& answers = asked["response_tokens"];
      if (answers.is_number()) answers = Json{{"mean", answers}};
      answers["max"] = static_cast<std::int64_t>(value);
    });
  });
}

void PostTrainingPanel::addUpdates() {
  m_miniBatches = addNumber("miniBatches", tr("Mini-batches"), {},
                            tr("Updates that the samples of an iteration are split into."), "mini_batches",
                            tr("mini-batches", "undo step: Set …"), 1);
  m_miniBatches->setDefault(1.0);
  m_epochs =
      addNumber("epochs", tr("Epochs"), {}, tr("How often the samples of an iteration are trained on."),
                "epochs", tr("epochs of an iteration", "undo step: Set …"), 1);
  m_epochs->setDefault(1.0);
  m_packed =
      makeBox("packed", tr("Samples are trained without padding"),
              tr("Ticked: the trainer lays samples one behind the other. Not ticked: each is filled "
                 "up to the longest prompt and the longest answer, and the padding is worked through."));
  addWide(m_packed);
  connect(m_packed, &QCheckBox::clicked, this, [this](bool on) {
    change(tr("padding of samples", "undo step: Set …"), "packed",
           [&](Json& asked) { asked["packed"] = on; });
  });
  m_ahead = makeChoice("ahead", tr("Generation"),
                       tr("Synchronous: generation waits for the newest weights. One step ahead: it goes on "
                          "with those of the step before, so that no set of GPUs waits for another."));
  m_ahead->addItem(tr("synchronous"), 0);
  m_ahead->addItem(tr("one step ahead"), 1);
  m_aheadLabel = addRow(tr("Generation"), m_ahead);
  connect(m_ahead, &QComboBox::activated, this, [this] {
    const int steps = m_ahead->currentData().toInt();
    change(tr("steps ahead", "undo step: Set …"), "asynchronous",
           [&](Json& asked) { asked["asynchronous"] = steps; });
  });
  m_engine =
      makeChoice("engine", tr("Engine"),
                 tr("What generates: its overheads, and what it holds back, are part of a prediction."));
  m_engine->addItem(u"vLLM"_s, u"vllm"_s);
  m_engine->addItem(u"SGLang"_s, u"sglang"_s);
  m_engine->addItem(u"TensorRT-LLM"_s, u"tensorrt-llm"_s);
  m_engineLabel = addRow(tr("Engine"), m_engine);
  connect(m_engine, &QComboBox::activated, this, [this] {
    change(tr("engine", "undo step: Set …"), "engine",
           [&](Json& asked) { asked["engine"] = m_engine->currentData().toString().toStdString(); });
  });
}

void PostTrainingPanel::addWholeJob() {
  std::tie(m_date, m_dateLabel) = addEngineDate([this](const QString& text) {
    change(tr("date of the engine", "undo step: Set …"), text.isEmpty() ? "" : "date", [&](Json& asked) {
      text.isEmpty() ? void(asked.erase("date")) : void(asked["date"] = text.toStdString());
    });
  });
  m_iterations =
      makeNumber("iterations", tr("Iterations"), {},
                 tr("Of the whole job, for limits on its time and cost; 0: it is not said how many."));
  m_iterations->setLimits({.low = 0, .high = kMostCount, .whole = true, .aboveZero = false});
  m_iterations->setDefault(0.0);
  addRow(tr("Iterations"), m_iterations, m_iterations->errorLabel());
  const auto take = [this](double count) {
    change(tr("iterations of the job", "undo step: Set …"), count > 0.0 ? "steps" : "", [&](Json& asked) {
      count > 0.0 ? void(asked["steps"] = static_cast<std::int64_t>(count)) : void(asked.erase("steps"));
    });
  };
  connect(m_iterations, &NumberField::committed, this, take);
  connect(m_iterations, &NumberField::defaultWanted, this, [take] { take(0.0); });
}

void PostTrainingPanel::change(const QString& what, const std::string& key, const Edit& edit) {
  if (m_refreshing) return;
  strategy::Job next = editedJob(m_document.plan().job, key, edit);
  if (next == m_document.plan().job) return refresh();
  m_document.undoStack().push(new SetPostTraining(m_document, std::move(next), what));
}

/// The last entry begins with the steps of the dataflow before.
void PostTrainingPanel::takeFlow(int index) {
  const QString name = m_flow->itemData(index).toString();
  if (name.isEmpty()) {
    editSteps();
    return refresh();
  }
  const Json asked = askedOf(m_document.plan().job);
  change(tr("dataflow", "undo step: Set …"), "dataflow",
         [&](Json& next) { setDataflow(next, name.toStdString(), isStated(asked, "samples_per_prompt")); });
}

void PostTrainingPanel::editSteps() {
  const Json asked = askedOf(m_document.plan().job);
  DataflowDialog dialog(dataflowOf(asked).value_or(post_training::ready_dataflows().front()), window());
  if (dialog.exec() != QDialog::Accepted) return;
  const Json flow = dialog.dataflow();
  change(tr("steps of an iteration", "undo step: Set …"), "dataflow",
         [&](Json& next) { setDataflow(next, flow, isStated(asked, "samples_per_prompt")); });
}

/// Another form, or another number of it; where generation is cut stays as it is.
void PostTrainingPanel::takeAnswers(const Json& lengths) {
  change(tr("length of answers", "undo step: Set …"), "response_tokens", [&](Json& asked) {
    const Json before = memberOf(asked, "response_tokens"), longest = memberOf(before, "max");
    Json& answers = asked["response_tokens"];
    answers = lengths;
    if (lengths.is_number()) {
      if (!isSpread(before)) return;
      answers = Json{{"mean", lengths}, {"max", longest}};
      if (longest.is_number() && longest.get<double>() < lengths.get<double>()) answers["max"] = lengths;
    } else if (!longest.is_null()) {
      answers["max"] = longest;
    }
  });
}

bool PostTrainingPanel::isStated(const Json& asked, const std::string& key) const {
  return isAskedStated(m_document.plan().job, asked, key);
}

void PostTrainingPanel::refresh() {
  if (m_document.plan().job.task != "post_train") return;
  m_refreshing = true;
  const Json asked = strategy::asked_of(m_document.plan().job);
  const Json flow = memberOf(asked, "dataflow");
  const int ready = flow.is_string() ? m_flow->findData(QString::fromStdString(flow.get<std::string>())) : -1;
  m_flow->setCurrentIndex(ready >= 0 ? ready : m_flow->count() - 1);
  markAssumed(m_flow, !isStated(asked, "dataflow"), m_flowLabel);
  m_roles->setRoles(asked, isStated(asked, "roles"));
  const auto number = [&](NumberField* field, const char* key, double otherwise) {
    field->setValue(numberIn(asked, key).value_or(otherwise));
    field->setAssumed(!isStated(asked, key));
  };
  number(m_prompts, "prompts", 1.0);
  number(m_samples, "samples_per_prompt", flow == "dpo" ? 2.0 : 1.0);
  number(m_miniBatches, "mini_batches", 1.0);
  number(m_epochs, "epochs", 1.0);
  m_prompt->setLengths(lengthsIn(memberOf(asked, "prompt_tokens")), !isStated(asked, "prompt_tokens"));
  refreshAnswers(asked);
  const Json packed = memberOf(asked, "packed");
  const bool lies = !packed.is_boolean() || packed.get<bool>();
  m_packed->setChecked(lies);
  const auto longest = numberIn(memberOf(asked, "prompt_tokens"), "max");
  m_longestPrompt->setValue(longest);
  for (QWidget* part : {static_cast<QWidget*>(m_longestPrompt), static_cast<QWidget*>(m_longestPromptLabel)})
    part->setVisible(longest || !lies);
  const int ahead = static_cast<int>(numberIn(asked, "asynchronous").value_or(0.0));
  if (m_ahead->findData(ahead) < 0) m_ahead->addItem(tr("%n steps ahead", nullptr, ahead), ahead);
  m_ahead->setCurrentIndex(m_ahead->findData(ahead));
  markAssumed(m_ahead, !asked.contains("asynchronous"), m_aheadLabel);
  m_engine->setCurrentIndex(std::max(0, m_engine->findData(textIn(asked, "engine"))));
  markAssumed(m_engine, !asked.contains("engine"), m_engineLabel);
  if (!m_date->isModified()) m_date->setText(textIn(asked, "date"));
  m_iterations->setValue(numberIn(asked, "steps").value_or(0.0));
  m_iterations->setAssumed(!asked.contains("steps"));
  m_refreshing = false;
  check();
}

void PostTrainingPanel::refreshAnswers(const Json& asked) {
  const Json answers = memberOf(asked, "response_tokens");
  const bool stated = isStated(asked, "response_tokens");
  const Json lengths = lengthsIn(answers);
  m_answer->setLengths(lengths.is_null() ? Json(kUsualMean) : lengths, !stated);
  m_spread->setChecked(isSpread(answers));
  m_spread->setVisible(lengths.is_number());
  // Beside a spread the number is its mean.
  QComboBox& form = m_answer->form();
  form.setItemText(form.findData(static_cast<int>(serving::Lengths::Form::fixed)),
                   isSpread(answers) && lengths.is_number() ? tr("Mean") : LengthsField::tr("Fixed"));
  m_longest->setValue(numberIn(answers, "max"));
  m_longest->setAssumed(!stated);
}

/// What is wrong is told while it is typed, not when a plan is made.
void PostTrainingPanel::check() {
  const Json asked = strategy::asked_of(m_document.plan().job);
  std::string text = text_of(asked);
  if (text != m_checked) {
    const auto read = post_training::read_job(asked);
    m_wrong = read ? std::nullopt : std::optional(read.error());
    m_checked = std::move(text);
  }
  tell(m_wrong);
}

void PostTrainingPanel::tell(const std::optional<Error>& given) {
  if (m_document.plan().job.task != "post_train") return;
  const std::optional<Error>& error = m_wrong ? m_wrong : given;
  const QString words = error ? messageFor(*error).plain() : QString();
  const bool ofRoles = m_roles->tell(error, words);
  ToldAtFields told(error, words, [](const Error& about, std::string_view key) {
    return isAbout(about, key) && !about.where.starts_with("roles.");
  });
  told.tell(*m_prompts, "prompts");
  told.tell(*m_samples, "samples_per_prompt");
  told.tell(*m_longest, "response_tokens.max");
  const bool cutsPrompts = error && error->where == "prompt_tokens.max";
  told.tell(*m_longestPrompt, "prompt_tokens.max");
  m_prompt->setProblem(cutsPrompts ? QString() : told.at("prompt_tokens"));
  m_answer->setProblem(error && error->where == "response_tokens.max" ? QString()
                                                                      : told.at("response_tokens"));
  told.tell(*m_miniBatches, "mini_batches");
  told.tell(*m_epochs, "epochs");
  told.tell(*m_iterations, "steps");
  const bool placed = ofRoles || told.placed;
  m_error->clear();
  if (!placed && error)
    for (const char* key :
         {"dataflow", "roles", "layouts", "asynchronous", "engine", "date", "packed", "task"})
      if (isAbout(*error, key) || error->where.starts_with(std::string(key) + "[")) m_error->setText(words);
  if (!placed && m_wrong && m_error->text().isEmpty()) m_error->setText(words);
  m_error->setVisible(!m_error->text().isEmpty());
}

}  // namespace astrolabe::ui
