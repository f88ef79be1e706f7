#include "ui/shell/field_rows.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <utility>

#include "ui/render/theme.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

FieldRows::FieldRows(const QString& name, const QString& prefix, QWidget* parent)
    : QWidget(parent), m_prefix(prefix + u'.'), m_grid(new QGridLayout(this)) {
  setObjectName(name);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(scaled(8));
  m_grid->setVerticalSpacing(scaled(5));
  m_grid->setColumnStretch(0, 1);
}

QLabel* FieldRows::addRow(const QString& label, QWidget* field, QLabel* error) {
  auto* name = new QLabel(label, this);
  name->setBuddy(field);
  quieten(name);
  const int row = m_grid->rowCount();
  m_grid->addWidget(name, row, 0);
  field->setFixedWidth(scaled(largeText() ? 96 : 120));
  m_grid->addWidget(field, row, 1);
  if (error != nullptr) addWide(error);
  return name;
}

QLabel* FieldRows::addRowWith(QPushButton* button, const QString& label, QWidget* field) {
  QLabel* name = addRow(label, field);
  auto* line = new QHBoxLayout;
  m_grid->removeWidget(name);
  m_grid->addLayout(line, m_grid->rowCount() - 1, 0);
  line->addWidget(name, 1);
  line->addWidget(button);
  return name;
}

void FieldRows::addChecked(QCheckBox* check, NumberField* field) {
  field->setFixedWidth(scaled(largeText() ? 96 : 120));
  const int row = m_grid->rowCount();
  m_grid->addWidget(check, row, 0);
  m_grid->addWidget(field, row, 1);
  addWide(field->errorLabel());
}

std::pair<QLineEdit*, QLabel*> FieldRows::addEngineDate(const std::function<void(const QString&)>& take) {
  auto* date = new QLineEdit(this);
  date->setObjectName(m_prefix + u"engineDate"_s);
  date->setAccessibleName(tr("Date of the engine"));
  date->setPlaceholderText(tr("newest", "release of an engine"));
  date->setToolTip(tr("The engine as it was in this month, YYYY-MM; empty: the newest one known."));
  QLabel* error = makeProblem("engineDate.error");
  QLabel* label = addRow(tr("Engine of"), date, error);
  connect(date, &QLineEdit::editingFinished, this, [date, error, take] {
    if (!date->isModified()) return;
    static const QRegularExpression month(u"^\\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?$"_s);
    const QString text = date->text().trimmed();
    const bool wrong = !text.isEmpty() && !month.match(text).hasMatch();
    error->setText(wrong ? tr("Write the month as 2026-06, or leave it empty.") : QString());
    error->setVisible(wrong);
    date->setAccessibleDescription(error->text());
    if (wrong) return;
    date->setModified(false);
    take(text);
  });
  return {date, label};
}

void FieldRows::addWide(QWidget* field) { m_grid->addWidget(field, m_grid->rowCount(), 0, 1, 2); }

QComboBox* FieldRows::makeChoice(const char* name, const QString& label, const QString& tip) {
  auto* choice = new QComboBox(this);
  choice->setObjectName(m_prefix + QLatin1StringView(name));
  choice->setAccessibleName(label);
  choice->setToolTip(tip);
  choice->setMinimumContentsLength(6);
  choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  return choice;
}

NumberField* FieldRows::makeNumber(const char* name, const QString& label, const QString& unit,
                                   const QString& meaning) {
  auto* field = new NumberField(m_prefix + QLatin1StringView(name), unit, this);
  field->setAccessibleName(label);
  field->setMeaning(meaning);
  return field;
}

QCheckBox* FieldRows::makeBox(const char* name, const QString& label, const QString& tip) {
  auto* box = new QCheckBox(label, this);
  box->setObjectName(m_prefix + QLatin1StringView(name));
  box->setToolTip(tip);
  return box;
}

QLabel* FieldRows::makeProblem(const char* name) {
  auto* label = new QLabel(this);
  label->setObjectName(m_prefix + QLatin1StringView(name));
  label->setFont(ui::font(TextRole::Caption));
  label->setWordWrap(true);
  label->hide();
  setInk(label, currentTheme().error);
  m_problems << label;
  return label;
}

void FieldRows::quieten(QLabel* label) {
  setInk(label, currentTheme().text2);
  m_quiet << label;
}

void FieldRows::colour() {
  const Theme& theme = currentTheme();
  for (QLabel* label : std::as_const(m_quiet)) setInk(label, theme.text2);
  for (QLabel* label : std::as_const(m_problems)) setInk(label, theme.error);
}

void FieldRows::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) colour();
}

ToldAtFields::ToldAtFields(const std::optional<Error>& error, QString words,
                           std::function<bool(const Error&, std::string_view)> about)
    : m_error(error), m_words(std::move(words)), m_about(std::move(about)) {}

QString ToldAtFields::at(std::string_view key) {
  const bool here =
      m_error && (m_about ? m_about(*m_error, key) : m_error->where.find(key) != std::string::npos);
  placed = placed || here;
  return here ? m_words : QString();
}

void ToldAtFields::tell(NumberField& field, std::string_view key) {
  const QString said = at(key);
  if (!field.isRefused()) field.setProblem(said);
}

}  // namespace astrolabe::ui
