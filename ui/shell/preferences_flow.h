#pragma once
// The preferences of a person in one window: dialogs that change them, and what each takes effect on.

#include <QObject>
#include <QPointer>

#include "ui/shell/preferences.h"

class QMainWindow;

namespace astrolabe::ui {

class Actions;
class Banner;
class Hints;
class PlanDocument;
struct Panels;

/// Keys, theme, palette of plots, currency and hints; size of text and language are applied for the whole
/// program, not here. It outlives the panels: its dialog stays while those are made anew.
class PreferencesFlow : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`, which outlives the flow.
  explicit PreferencesFlow(QMainWindow& window);

  /// Sets actions that take the keys, and the panels that were made in the currency in force. Precondition of
  /// everything else; to be called again when they were made anew.
  void setPanels(Actions& actions, const Panels& panels);
  /// Takes over a person's preferences; the theme itself is applied for the whole program.
  void set(const Preferences& preferences);
  /// Checks the action of the theme in force.
  void updateActions() const;
  /// The four hints of a first start, beside palette, goal, run bar and results.
  void showHints(const PlanDocument& document);
  bool areHintsShown() const;
  void closeHints();
  /// Says that preferences or layout cannot be written to `file`; the program works without.
  void tellNotKept(const QString& file);

 signals:
  void chosen(const astrolabe::ui::Preferences& preferences);
  /// Looks of actions and window are to be told anew.
  void changed();
  /// Sums were written into the panels in another currency: they are to be made anew.
  void panelsOutdated();

 private:
  void show();
  void showShortcuts();
  void chooseTheme(ThemeMode mode);
  void takeKeys(const QHash<QString, QString>& keys);
  void takeLooks();

  QMainWindow& m_window;
  Actions* m_actions = nullptr;
  const Panels* m_panels = nullptr;
  QPointer<Hints> m_hints;
  Preferences m_preferences;
  Currency m_builtCurrency;  ///< of the sums in the panels
};

}  // namespace astrolabe::ui
