#include "ui/shell/lengths_field.h"

#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/file_read.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/assumed_mark.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using serving::Lengths;

namespace {

constexpr double kLongestTokens = 1e7;  ///< as the reader of jobs takes them

/// The forms in the order in which they are offered.
constexpr std::pair<Lengths::Form, const char*> kForms[] = {
    {Lengths::Form::fixed, QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "Fixed")},
    {Lengths::Form::uniform, QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "Uniform")},
    {Lengths::Form::quantiles, QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "Percentiles")},
    {Lengths::Form::trace, QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "Trace file…")},
    {Lengths::Form::profile, QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "Published trace")}};

/// Names of published traces by their ids.
constexpr std::pair<const char*, const char*> kTraceNames[] = {
    {"azure-2023-code", QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "Azure 2023, code")},
    {"azure-2023-conv", QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "Azure 2023, chat")},
    {"mooncake-conversation_trace", QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "Mooncake, chat")},
    {"mooncake-synthetic_trace", QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "Mooncake, synthetic")},
    {"arxiv-summarization (vidur)", QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "arXiv, summaries")},
    {"sharegpt sample (300 requests)", QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "ShareGPT, sample")},
    {"servegen-language/m-large", QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "ServeGen, large")},
    {"servegen-language/m-mid", QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "ServeGen, medium")},
    {"servegen-language/m-small", QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "ServeGen, small")},
    {"servegen-reason/deepseek-r1",
     QT_TRANSLATE_NOOP("astrolabe::ui::LengthsField", "ServeGen, DeepSeek-R1")}};

/// One that has no name yet goes by its id.
QString traceName(const std::string& id) {
  for (const auto& [known, words] : kTraceNames)
    if (id == known) return LengthsField::tr(words);
  return QString::fromStdString(id);
}

/// A number of tokens that is told and kept without digits behind the point.
double wholeTokens(double tokens) { return std::clamp(std::round(tokens), 1.0, kLongestTokens); }

}  // namespace

LengthsField::LengthsField(const QString& name, const QString& spoken, bool output, QWidget* parent)
    : QWidget(parent), m_output(output) {
  setObjectName(name);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(scaled(8));
  grid->setVerticalSpacing(scaled(4));
  grid->setColumnStretch(0, 1);
  m_form = new QComboBox(this);
  m_form->setObjectName(name + u".form"_s);
  m_form->setAccessibleName(tr("%1: how they are told", "lengths of prompts").arg(spoken));
  for (const auto& [form, words] : kForms) m_form->addItem(tr(words), static_cast<int>(form));
  m_form->setMinimumContentsLength(6);
  m_form->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_tokens = number(name + u".tokens"_s, tr("%1, tokens", "lengths of prompts").arg(spoken));
  m_low = number(name + u".low"_s, tr("%1, at least", "lengths of prompts").arg(spoken));
  m_high = number(name + u".high"_s, tr("%1, at most", "lengths of prompts").arg(spoken));
  m_p50 = number(name + u".p50"_s, tr("%1, median", "lengths of prompts").arg(spoken));
  m_p90 = number(name + u".p90"_s, tr("%1, 90th percentile", "lengths of prompts").arg(spoken));
  m_p99 = number(name + u".p99"_s, tr("%1, 99th percentile", "lengths of prompts").arg(spoken));
  m_trace = new QPushButton(tr("Choose…"), this);
  m_trace->setObjectName(name + u".trace"_s);
  m_profile = new QComboBox(this);
  m_profile->setObjectName(name + u".profile"_s);
  m_profile->setAccessibleName(tr("%1: which published trace", "lengths of prompts").arg(spoken));
  m_profile->setMinimumContentsLength(6);
  m_profile->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  for (const serving::Profile& profile : serving::profiles()) {
    m_profile->addItem(traceName(profile.id), QString::fromStdString(profile.id));
    m_profile->setItemData(m_profile->count() - 1, QString::fromStdString(profile.source), Qt::ToolTipRole);
  }
  m_note = new QLabel(this);
  m_note->setObjectName(name + u".note"_s);
  m_note->setFont(ui::font(TextRole::Caption));
  m_note->setWordWrap(true);
  m_error = new QLabel(this);
  m_error->setObjectName(name + u".error"_s);
  m_error->setFont(ui::font(TextRole::Caption));
  m_error->setWordWrap(true);
  m_error->hide();

  int row = 0;
  auto* title = new QLabel(spoken, this);
  title->setBuddy(m_form);
  title->setObjectName(name + u".label"_s);
  m_captions << title;
  grid->addWidget(title, row, 0);
  grid->addWidget(m_form, row++, 1);
  const auto add = [&](QWidget* field, const QString& label, QLabel* error) {
    auto* caption = new QLabel(label, this);
    caption->setObjectName(field->objectName() + u".label"_s);
    caption->setBuddy(field);
    caption->setIndent(scaled(12));
    m_captions << caption;
    grid->addWidget(caption, row, 0);
    grid->addWidget(field, row++, 1);
    if (error != nullptr) grid->addWidget(error, row++, 0, 1, 2);
  };
  add(m_tokens, tr("tokens"), m_tokens->errorLabel());
  add(m_low, tr("at least"), m_low->errorLabel());
  add(m_high, tr("at most"), m_high->errorLabel());
  add(m_p50, tr("median"), m_p50->errorLabel());
  add(m_p90, tr("90th percentile"), m_p90->errorLabel());
  add(m_p99, tr("99th percentile"), m_p99->errorLabel());
  add(m_trace, tr("file"), nullptr);
  add(m_profile, tr("trace"), nullptr);
  const int width = scaled(largeText() ? 96 : 120);
  for (QWidget* field : std::initializer_list<QWidget*>{m_form, m_tokens, m_low, m_high, m_p50, m_p90, m_p99,
                                                        m_trace, m_profile})
    field->setFixedWidth(width);
  grid->addWidget(m_error, row++, 0, 1, 2);
  grid->addWidget(m_note, row, 0, 1, 2);

  connect(m_form, &QComboBox::activated, this,
          [this] { choose(static_cast<Form>(m_form->currentData().toInt())); });
  for (NumberField* field : {m_tokens, m_low, m_high, m_p50, m_p90, m_p99})
    connect(field, &NumberField::committed, this, [this] { commit(); });
  connect(m_trace, &QPushButton::clicked, this, [this] { askForTrace(); });
  connect(m_profile, &QComboBox::activated, this,
          [this] { emit profileChosen(m_profile->currentData().toString()); });
  showForm(Form::fixed);
  colour();
}

NumberField* LengthsField::number(const QString& name, const QString& label) {
  auto* field = new NumberField(name, tr("tokens"), this);
  field->setAccessibleName(label);
  field->setLimits({.low = 1, .high = kLongestTokens, .whole = true});
  return field;
}

/// Another form begins with what the one before says.
void LengthsField::choose(Form form) {
  Json next;
  switch (form) {
    case Form::fixed:
      next = wholeTokens(m_lengths.mean);
      break;
    case Form::uniform: {  // as wide as four fifths of the mean to the mean, as published benchmarks draw
                           // them
      const double high = wholeTokens(m_lengths.form == Form::uniform ? m_lengths.high : m_lengths.mean);
      next = {{"uniform", {wholeTokens(0.8 * high), high}}};
      break;
    }
    case Form::quantiles: {
      const double p50 = wholeTokens(m_lengths.quantile(0.5)),
                   p90 = std::max(p50, wholeTokens(m_lengths.quantile(0.9)));
      next = {{"p50", p50}, {"p90", p90}, {"p99", std::max(p90, wholeTokens(m_lengths.quantile(0.99)))}};
      break;
    }
    case Form::trace:
      return askForTrace();
    case Form::profile:
      return emit profileChosen(m_profile->currentData().toString());
  }
  emit chosen(next);
}

void LengthsField::commit() {
  if (m_showing) return;
  const auto value = [](const NumberField* field) { return field->value(); };
  switch (m_lengths.form) {
    case Form::fixed:
      if (value(m_tokens)) emit chosen(*value(m_tokens));
      return;
    case Form::uniform:
      if (!value(m_low) || !value(m_high)) return;
      if (*value(m_low) > *value(m_high)) return setProblem(tr("The least is more than the most."));
      return emit chosen({{"uniform", {*value(m_low), *value(m_high)}}});
    case Form::quantiles:
      if (!value(m_p50) || !value(m_p90) || !value(m_p99)) return;
      if (*value(m_p50) > *value(m_p90) || *value(m_p90) > *value(m_p99))
        return setProblem(tr("Each percentile must be at least the one before it."));
      return emit chosen({{"p50", *value(m_p50)}, {"p90", *value(m_p90)}, {"p99", *value(m_p99)}});
    case Form::trace:
    case Form::profile:
      return;
  }
}

/// A file that is no trace is told here and changes nothing.
void LengthsField::askForTrace() {
  const QString path = QFileDialog::getOpenFileName(window(), tr("Choose a trace of requests"), {},
                                                    tr("Traces (*.csv);;All files (*)"));
  const auto back = [this] { showForm(m_lengths.form); };
  if (path.isEmpty()) return back();
  const auto text = read_file(path.toStdString(), file_limit::table);
  if (!text) {
    back();
    return setProblem(messageFor(text.error()).plain());
  }
  const auto trace = serving::read_trace(*text);
  if (!trace) {
    back();
    return setProblem(messageFor(trace.error()).plain());
  }
  emit chosen({{"trace", path.toStdString()}});
}

void LengthsField::setProblem(const QString& text) {
  m_error->setText(text);
  m_error->setVisible(!text.isEmpty());
  m_form->setAccessibleDescription(text);
}

void LengthsField::showForm(Form form) {
  m_form->setCurrentIndex(m_form->findData(static_cast<int>(form)));
  const auto show = [this](QWidget* field, bool shown) {
    field->setVisible(shown);
    for (QWidget* caption : std::as_const(m_captions))
      if (caption->objectName() == field->objectName() + u".label"_s) caption->setVisible(shown);
    if (auto* box = qobject_cast<NumberField*>(field); box != nullptr && !shown) box->dropTyped();
  };
  show(m_tokens, form == Form::fixed);
  for (NumberField* field : {m_low, m_high}) show(field, form == Form::uniform);
  for (NumberField* field : {m_p50, m_p90, m_p99}) show(field, form == Form::quantiles);
  show(m_trace, form == Form::trace);
  show(m_profile, form == Form::profile);
}

void LengthsField::setLengths(const Json& lengths, bool assumed) {
  m_showing = true;
  if (const auto read = serving::read_lengths(lengths, {}, m_output)) {
    m_lengths = *read;
    setProblem({});
  } else {
    setProblem(messageFor(read.error()).plain());
  }
  m_tokens->setValue(m_lengths.mean);
  m_low->setValue(m_lengths.low);
  m_high->setValue(m_lengths.high);
  m_p50->setValue(m_lengths.p50);
  m_p90->setValue(m_lengths.p90);
  m_p99->setValue(m_lengths.p99);
  if (m_lengths.form == Form::trace)
    m_trace->setText(QFileInfo(QString::fromStdString(m_lengths.name)).fileName());
  if (m_lengths.form == Form::profile)
    m_profile->setCurrentIndex(m_profile->findData(QString::fromStdString(m_lengths.name)));
  for (NumberField* field : {m_tokens, m_low, m_high, m_p50, m_p90, m_p99}) field->setAssumed(assumed);
  markAssumed(m_form, assumed);
  markAssumed(m_profile, assumed);
  showForm(m_lengths.form);
  tellNote();
  m_showing = false;
}

/// What stands behind a form of several numbers, and where a published trace is from.
void LengthsField::tellNote() {
  QString note;
  if (m_lengths.form == Form::profile) {
    const serving::Profile* profile = serving::find_profile(m_lengths.name);
    note = tr("mean %1, median %2, 99 % below %3 tokens; from %4", "lengths of a trace and its source")
               .arg(wholeText(m_lengths.mean), wholeText(m_lengths.p50), wholeText(m_lengths.p99),
                    profile != nullptr ? QString::fromStdString(profile->source) : unknownText());
  } else if (m_lengths.form == Form::uniform || m_lengths.form == Form::quantiles) {
    note = tr("mean %1 tokens").arg(wholeText(m_lengths.mean));
  } else if (m_lengths.form == Form::trace) {
    note = QString::fromStdString(m_lengths.name);
  }
  m_note->setText(note);
  m_note->setVisible(!note.isEmpty());
}

void LengthsField::colour() {
  const Theme& theme = currentTheme();
  for (QWidget* caption : std::as_const(m_captions)) setInk(caption, theme.text2);
  setInk(m_note, theme.text3);
  setInk(m_error, theme.error);
}

void LengthsField::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && m_error != nullptr) colour();
}

}  // namespace astrolabe::ui
