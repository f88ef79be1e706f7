#include "ui/canvas/value_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "ui/controls/number_box.h"
#include "ui/render/money.h"
#include "ui/render/text.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

ValueDialog::ValueDialog(const Ask& ask, QWidget* parent) : QDialog(parent), m_money(ask.money) {
  Q_ASSERT(ask.value || !ask.empty.isEmpty());
  if (ask.value) m_given = std::clamp(*ask.value, ask.least, ask.most);
  setObjectName(QStringLiteral("valueDialog"));
  setWindowTitle(ask.title);
  auto* form = new QFormLayout(this);
  m_field = new NumberBox(this);
  m_field->setObjectName(QStringLiteral("valueDialog.value"));
  m_field->setAccessibleName(ask.label);
  m_field->setDecimals(ask.decimals);
  const double unit = ask.money ? shownMoney(1.0) : 1.0;
  m_field->setRange(ask.least * unit, ask.most * unit);
  if (!ask.empty.isEmpty()) m_field->allowEmpty(ask.empty);
  m_field->setValue(m_given ? *m_given * unit : m_field->minimum());
  m_shown = m_field->value();
  if (ask.money) m_field->setToolTip(moneyFieldTip());
  m_field->setSuffix(ask.unit.isEmpty() ? QString() : kThinSpace + ask.unit);
  m_field->selectAll();
  if (!ask.choices.empty()) addChoices(ask, *form);
  form->addRow(ask.label, m_field);
  if (ask.also) {
    auto* also = new QLabel(this);
    also->setObjectName(QStringLiteral("valueDialog.also"));
    form->addRow(QString(), also);
    const auto tell = [this, also, words = ask.also] {
      const std::optional<double> number = m_field->problem().isEmpty() ? value() : std::nullopt;
      also->setText(number ? words(*number) : QString());
    };
    m_field->whenTyped(this, tell);
    connect(m_field, &NumberBox::valueChanged, this, tell);
    tell();
  }
  if (!ask.note.isEmpty()) {
    auto* note = new QLabel(ask.note, this);
    note->setWordWrap(true);
    note->setFont(ui::font(TextRole::Caption));
    form->addRow(note);
  }
  auto* problem = new QLabel(this);
  problem->setObjectName(QStringLiteral("valueDialog.problem"));
  problem->setWordWrap(true);
  problem->setFont(ui::font(TextRole::Caption));
  QPalette ink = problem->palette();
  ink.setColor(QPalette::WindowText, currentTheme().error);
  problem->setPalette(ink);
  problem->hide();
  form->addRow(problem);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  const auto judge = [this, problem, take = buttons->button(QDialogButtonBox::Ok)] {
    const QString wrong = m_field->problem();
    problem->setText(wrong);
    problem->setVisible(!wrong.isEmpty());
    take->setEnabled(wrong.isEmpty());
  };
  m_field->whenTyped(this, judge);
  connect(m_field, &NumberBox::valueChanged, this, judge);
  if (!ask.reset.isEmpty()) {
    QPushButton* reset = buttons->addButton(ask.reset, QDialogButtonBox::ResetRole);
    reset->setObjectName(QStringLiteral("valueDialog.reset"));
    connect(reset, &QPushButton::clicked, this, [this] {
      m_reset = true;
      accept();
    });
  }
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
}

/// The field and the list of usual values follow each other; what is none of them is called "Another".
void ValueDialog::addChoices(const Ask& ask, QFormLayout& form) {
  auto* choice = new QComboBox(this);
  choice->setObjectName(QStringLiteral("valueDialog.choice"));
  choice->setAccessibleName(ask.title);
  for (const auto& [name, value] : ask.choices) choice->addItem(name, value);
  choice->addItem(tr("Another number"));
  const auto follow = [this, choice] {
    const int found = m_field->problem().isEmpty() ? choice->findData(m_field->value()) : -1;
    choice->setCurrentIndex(found >= 0 ? found : choice->count() - 1);
  };
  connect(choice, &QComboBox::activated, this, [this, choice](int index) {
    if (const QVariant value = choice->itemData(index); value.isValid())
      m_field->setValue(value.toDouble());
    else
      m_field->setFocus(Qt::OtherFocusReason);
  });
  m_field->whenTyped(this, follow);
  connect(m_field, &NumberBox::valueChanged, this, follow);
  follow();
  form.addRow(tr("Usual:"), choice);
}

std::optional<double> ValueDialog::value() const {
  if (m_reset) return std::nullopt;
  if (isUntouched()) return m_given;
  if (m_field->isEmpty()) return std::nullopt;
  return m_money ? dollars(m_field->value()) : m_field->value();
}

bool ValueDialog::isUntouched() const { return !m_reset && m_field->value() == m_shown; }

std::optional<std::optional<double>> ValueDialog::ask(const Ask& ask, QWidget* parent) {
  ValueDialog dialog(ask, parent);
  if (dialog.exec() != QDialog::Accepted) return std::nullopt;
  if (dialog.isUntouched() && !ask.proposed) return std::nullopt;
  return dialog.value();
}

}  // namespace astrolabe::ui
