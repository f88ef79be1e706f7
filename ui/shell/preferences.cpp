#include "ui/shell/preferences.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

PreferencesDialog::PreferencesDialog(const Preferences& preferences, QWidget* parent)
    : QDialog(parent), m_preferences(preferences) {
  setObjectName(u"preferencesDialog"_s);
  auto* form = new QFormLayout(this);
  const auto named = [this](auto* widget, const char* name) {
    widget->setObjectName(u"preferencesDialog.%1"_s.arg(QLatin1StringView(name)));
    return widget;
  };
  m_theme = named(new QComboBox(this), "theme");
  for (const ThemeMode mode : {ThemeMode::System, ThemeMode::Light, ThemeMode::Dark, ThemeMode::HighContrast})
    m_theme->addItem({}, int(mode));
  m_theme->setCurrentIndex(m_theme->findData(int(preferences.theme)));
  m_themeLabel = new QLabel(this);
  form->addRow(m_themeLabel, m_theme);

  m_points = named(new QSpinBox(this), "points");
  m_points->setRange(Preferences::kSmallestPoints - 1, Preferences::kLargestPoints);
  m_points->setValue(preferences.points == 0 ? m_points->minimum() : preferences.points);
  m_pointsLabel = new QLabel(this);
  form->addRow(m_pointsLabel, m_points);

  m_language = named(new QComboBox(this), "language");
  m_language->addItem({}, QString());
  m_language->addItem(u"English"_s, u"en"_s);
  m_language->addItem(u"简体中文"_s, u"zh_CN"_s);
  m_language->setCurrentIndex(std::max(0, m_language->findData(preferences.language)));
  m_languageLabel = new QLabel(this);
  form->addRow(m_languageLabel, m_language);

  m_numbers = named(new QComboBox(this), "numbers");
  m_numbers->addItems({QString(), QString()});
  m_numbers->setCurrentIndex(preferences.numbersOfLanguage ? 1 : 0);
  m_numbersLabel = new QLabel(this);
  form->addRow(m_numbersLabel, m_numbers);

  m_atStart = named(new QComboBox(this), "atStart");
  for (const AtStart begin : {AtStart::LastPlan, AtStart::StartPage, AtStart::Sample})
    m_atStart->addItem({}, int(begin));
  m_atStart->setCurrentIndex(m_atStart->findData(int(preferences.atStart)));
  m_atStartLabel = new QLabel(this);
  form->addRow(m_atStartLabel, m_atStart);

  m_hints = named(new QCheckBox(this), "hints");
  m_hints->setChecked(preferences.hints);
  form->addRow(QString(), m_hints);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  form->addRow(buttons);
  m_themeLabel->setBuddy(m_theme);
  m_pointsLabel->setBuddy(m_points);
  m_languageLabel->setBuddy(m_language);
  m_numbersLabel->setBuddy(m_numbers);
  m_atStartLabel->setBuddy(m_atStart);
  setWords();
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_theme, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_language, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_atStart, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_numbers, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_points, &QSpinBox::valueChanged, this, &PreferencesDialog::read);
  connect(m_hints, &QCheckBox::toggled, this, &PreferencesDialog::read);
}

void PreferencesDialog::setWords() {
  setWindowTitle(tr("Preferences"));
  m_themeLabel->setText(tr("&Theme:"));
  const QString themes[] = {tr("As the system"), tr("Light"), tr("Dark"), tr("High contrast")};
  for (int i = 0; i < m_theme->count(); ++i) m_theme->setItemText(i, themes[i]);
  m_pointsLabel->setText(tr("Text &size:"));
  m_points->setSpecialValueText(tr("as the system"));
  m_points->setSuffix(tr(" pt", "typographic points"));
  m_languageLabel->setText(tr("&Language:"));
  m_language->setItemText(0, tr("As the system"));
  m_numbersLabel->setText(tr("&Numbers and dates:"));
  m_numbers->setItemText(0, tr("Those of the system"));
  m_numbers->setItemText(1, tr("Those of the language"));
  m_atStartLabel->setText(tr("&At start:"));
  const QString begins[] = {tr("The last plan"), tr("The start page"), tr("The sample")};
  for (int i = 0; i < m_atStart->count(); ++i) m_atStart->setItemText(i, begins[i]);
  m_hints->setText(tr("Show &hints at the next start"));
}

void PreferencesDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::LanguageChange && m_hints) setWords();
}

void PreferencesDialog::read() {
  m_preferences.theme = static_cast<ThemeMode>(m_theme->currentData().toInt());
  m_preferences.language = m_language->currentData().toString();
  m_preferences.numbersOfLanguage = m_numbers->currentIndex() == 1;
  m_preferences.points = m_points->value() == m_points->minimum() ? 0 : m_points->value();
  m_preferences.atStart = static_cast<AtStart>(m_atStart->currentData().toInt());
  m_preferences.hints = m_hints->isChecked();
  emit changed(m_preferences);
}

}  // namespace astrolabe::ui
