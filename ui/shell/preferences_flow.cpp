#include "ui/shell/preferences_flow.h"

#include <QDir>
#include <QMainWindow>

#include "ui/shell/actions.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/first_hints.h"
#include "ui/shell/hints.h"
#include "ui/shell/panels.h"
#include "ui/shell/shortcuts_dialog.h"

namespace astrolabe::ui {

namespace {

constexpr std::pair<const char*, ThemeMode> kThemes[] = {
    {"actionThemeSystem", ThemeMode::System},
    {"actionThemeLight", ThemeMode::Light},
    {"actionThemeDark", ThemeMode::Dark},
    {"actionThemeHighContrast", ThemeMode::HighContrast}};

}  // namespace

PreferencesFlow::PreferencesFlow(QMainWindow& window) : m_window(window) {}

void PreferencesFlow::setPanels(Actions& actions, const Panels& panels) {
  m_actions = &actions;
  m_panels = &panels;
  m_builtCurrency = currentCurrency();
  m_preferences.currency = m_builtCurrency;
  m_preferences.plots = plotPalette();
  takeKeys(m_preferences.keys);
  connect(actions["actionPreferences"], &QAction::triggered, this, &PreferencesFlow::show);
  connect(actions["actionShortcuts"], &QAction::triggered, this, &PreferencesFlow::showShortcuts);
  for (const auto& [name, mode] : kThemes)
    connect(actions[name], &QAction::triggered, this, [this, mode = mode] { chooseTheme(mode); });
  connect(actions["actionToggleTheme"], &QAction::triggered, this,
          [this] { chooseTheme(currentTheme().isDark() ? ThemeMode::Light : ThemeMode::Dark); });
}

void PreferencesFlow::updateActions() const {
  for (const auto& [name, mode] : kThemes) (*m_actions)[name]->setChecked(themeMode() == mode);
}

void PreferencesFlow::set(const Preferences& preferences) {
  for (auto own = m_preferences.keys.begin(); own != m_preferences.keys.end(); ++own)
    if (const ActionSpec* spec = specOf(own.key()); spec && !preferences.keys.contains(own.key()))
      (*m_actions)[qPrintable(own.key())]->setShortcuts(keysOf(*spec));  // given back
  takeKeys(preferences.keys);
  m_preferences = preferences;
  takeLooks();
  emit changed();
}

void PreferencesFlow::takeKeys(const QHash<QString, QString>& keys) {
  for (auto own = keys.begin(); own != keys.end(); ++own)
    if (specOf(own.key()))
      (*m_actions)[qPrintable(own.key())]->setShortcuts(
          own.value().isEmpty() ? QList<QKeySequence>()
                                : QList<QKeySequence>{QKeySequence::fromString(own.value())});
}

/// Palette and currency: sums were written into the panels when they were made.
void PreferencesFlow::takeLooks() {
  if (m_preferences.plots != plotPalette()) applyPlots(m_preferences.plots);
  if (m_preferences.currency == m_builtCurrency) return;
  setCurrentCurrency(m_preferences.currency);
  emit panelsOutdated();
}

void PreferencesFlow::chooseTheme(ThemeMode mode) {
  applyTheme(mode);
  m_preferences.theme = mode;
  emit chosen(m_preferences);
  emit changed();
}

void PreferencesFlow::show() {
  m_preferences.theme = themeMode();
  m_preferences.currency = currentCurrency();
  m_preferences.plots = plotPalette();
  auto* dialog = new PreferencesDialog(m_preferences, &m_window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &PreferencesDialog::changed, this, [this](const Preferences& preferences) {
    if (preferences.theme != themeMode()) applyTheme(preferences.theme);
    m_preferences = preferences;
    takeLooks();
    emit chosen(preferences);
    emit changed();
  });
  // Not waited for: the window behind it is made anew when language or text size change.
  dialog->open();
}

void PreferencesFlow::showShortcuts() {
  ShortcutsDialog dialog(*m_actions, &m_window);
  connect(&dialog, &ShortcutsDialog::keysChanged, this, [this](const QString& action, const QString& keys) {
    if (keys.isNull())
      m_preferences.keys.remove(action);
    else
      m_preferences.keys[action] = keys;
    emit chosen(m_preferences);
  });
  dialog.exec();
}

void PreferencesFlow::showHints(const PlanDocument& document) {
  if (m_hints != nullptr) return;
  m_hints = firstHints(m_window, *m_panels, document);
  connect(m_hints, &Hints::dismissed, this, [this] {
    m_preferences.hints = false;
    emit chosen(m_preferences);
  });
}

bool PreferencesFlow::areHintsShown() const { return m_hints != nullptr; }

void PreferencesFlow::closeHints() { delete m_hints; }

void PreferencesFlow::tellNotKept(const QString& file) {
  Message message;
  message.title = tr("Preferences are not kept.");
  message.body =
      tr("%1 can't be written: what is chosen now holds until Astrolabe ends. Plans are saved as ever.")
          .arg(QDir::toNativeSeparators(file));
  m_panels->fileBanner->say(Banner::Kind::Warning, message);
  addDismiss(*m_panels->fileBanner);
}

}  // namespace astrolabe::ui
