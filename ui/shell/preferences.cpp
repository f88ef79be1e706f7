#include "ui/shell/preferences.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

PreferencesDialog::PreferencesDialog(const Preferences& preferences, QWidget* parent)
    : QDialog(parent), m_preferences(preferences) {
  setObjectName(u"preferencesDialog"_s);
  setWindowTitle(tr("Preferences"));
  auto* form = new QFormLayout(this);
  const auto named = [this](auto* widget, const char* name) {
    widget->setObjectName(u"preferencesDialog.%1"_s.arg(QLatin1StringView(name)));
    return widget;
  };
  m_theme = named(new QComboBox(this), "theme");
  m_theme->addItem(tr("As the system"), int(ThemeMode::System));
  m_theme->addItem(tr("Light"), int(ThemeMode::Light));
  m_theme->addItem(tr("Dark"), int(ThemeMode::Dark));
  m_theme->addItem(tr("High contrast"), int(ThemeMode::HighContrast));
  m_theme->setCurrentIndex(m_theme->findData(int(preferences.theme)));
  form->addRow(tr("&Theme:"), m_theme);

  m_points = named(new QSpinBox(this), "points");
  m_points->setRange(Preferences::kSmallestPoints - 1, Preferences::kLargestPoints);
  m_points->setSpecialValueText(tr("as the system"));
  m_points->setSuffix(tr(" pt", "typographic points"));
  m_points->setValue(preferences.points == 0 ? m_points->minimum() : preferences.points);
  form->addRow(tr("Text &size:"), m_points);

  m_language = named(new QComboBox(this), "language");
  m_language->addItem(tr("As the system"), QString());
  m_language->addItem(u"English"_s, u"en"_s);
  m_language->addItem(u"简体中文"_s, u"zh_CN"_s);
  m_language->setCurrentIndex(std::max(0, m_language->findData(preferences.language)));
  form->addRow(tr("&Language:"), m_language);

  m_hints = named(new QCheckBox(tr("Show &hints at the next start"), this), "hints");
  m_hints->setChecked(preferences.hints);
  form->addRow(QString(), m_hints);

  m_note = new QLabel(tr("Text size and language change with the next start."), this);
  m_note->setObjectName(u"preferencesDialog.note"_s);
  m_note->setWordWrap(true);
  m_note->setFont(ui::font(TextRole::Caption));
  form->addRow(m_note);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_theme, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_language, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_points, &QSpinBox::valueChanged, this, &PreferencesDialog::read);
  connect(m_hints, &QCheckBox::toggled, this, &PreferencesDialog::read);
}

void PreferencesDialog::read() {
  m_preferences.theme = static_cast<ThemeMode>(m_theme->currentData().toInt());
  m_preferences.language = m_language->currentData().toString();
  m_preferences.points = m_points->value() == m_points->minimum() ? 0 : m_points->value();
  m_preferences.hints = m_hints->isChecked();
  emit changed(m_preferences);
}

}  // namespace astrolabe::ui
