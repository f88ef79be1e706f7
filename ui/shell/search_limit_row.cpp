#include "ui/shell/search_limit_row.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/shell/number_field.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

SearchLimitRow::SearchLimitRow(int fieldWidth, QWidget* parent)
    : QWidget(parent),
      m_check(new QCheckBox(tr("Search limit"), this)),
      m_field(new NumberField(u"goalPanel.searchLimit"_s, tr("s"), this)),
      m_seed(new NumberField(u"goalPanel.seed"_s, {}, this)) {
  setProperty("compactControls", true);
  m_check->setObjectName(u"goalPanel.searchLimit.check"_s);
  const QString tip =
      tr("A search ends after this time; the best strategy so far is kept, with its gap to the bound.");
  m_check->setToolTip(tip);
  m_field->setAccessibleName(tr("Search limit"));
  m_field->setLimits({.low = kLeast, .high = kMost});
  m_field->setFixedWidth(fieldWidth);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  auto* line = new QHBoxLayout;
  line->addWidget(m_check);
  line->addStretch();
  line->addWidget(m_field);
  column->addLayout(line);
  column->addWidget(m_field->errorLabel());
  auto* name = new QLabel(tr("Seed"), this);
  name->setBuddy(m_seed);
  name->setToolTip(
      tr("Log, report and files say it; the same plan, catalogue and seed give the same answer on any "
         "machine."));
  m_seed->setAccessibleName(tr("Seed of the search"));
  m_seed->setLimits({.low = 0, .high = double(kMostSeed), .whole = true, .aboveZero = false});
  m_seed->setFixedWidth(fieldWidth);
  auto* second = new QHBoxLayout;
  second->addWidget(name);
  second->addStretch();
  second->addWidget(m_seed);
  column->addLayout(second);
  column->addWidget(m_seed->errorLabel());
  setSeconds(0.0);
  setSeed(0);
  connect(m_seed, &NumberField::committed, this,
          [this](double seed) { emit seedChosen(static_cast<quint64>(seed)); });
  connect(m_check, &QCheckBox::clicked, this, [this](bool on) {
    setSeconds(on ? m_last : 0.0);
    emit chosen(on ? m_last : 0.0);
    if (!on) return;
    m_field->setFocus(Qt::OtherFocusReason);
    m_field->selectAll();
  });
  connect(m_field, &NumberField::committed, this, [this](double seconds) {
    m_last = seconds;
    emit chosen(seconds);
  });
}

void SearchLimitRow::setSeconds(double seconds) {
  const bool on = seconds > 0.0;
  if (on) m_last = seconds;
  m_check->setChecked(on);
  m_field->setEnabled(on);
  m_field->setValue(m_last);
}

void SearchLimitRow::setSeed(quint64 seed) { m_seed->setValue(double(seed)); }

}  // namespace astrolabe::ui
