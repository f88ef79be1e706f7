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

  m_hints = named(new QCheckBox(this), "hints");
  m_hints->setChecked(preferences.hints);
  form->addRow(QString(), m_hints);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  form->addRow(buttons);
  m_themeLabel->setBuddy(m_theme);
  m_pointsLabel->setBuddy(m_points);
  m_languageLabel->setBuddy(m_language);
  setWords();
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_theme, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_language, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
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
  m_hints->setText(tr("Show &hints at the next start"));
}

void PreferencesDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::LanguageChange && m_hints) setWords();
}

void PreferencesDialog::read() {
  m_preferences.theme = static_cast<ThemeMode>(m_theme->currentData().toInt());
  m_preferences.language = m_language->currentData().toString();
  m_preferences.points = m_points->value() == m_points->minimum() ? 0 : m_points->value();
  m_preferences.hints = m_hints->isChecked();
  emit changed(m_preferences);
}

}  // namespace astrolabe::ui
