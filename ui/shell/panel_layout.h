#pragma once
// Where the panels of a window stand: at first, as an earlier start left them, and in a window that is small.

#include <QByteArray>
#include <QMainWindow>
#include <QSize>
#include <QTimer>

class QResizeEvent;

namespace astrolabe::ui {

struct Panels;

/// Arranges the panels of one window and follows its size. A saved layout is applied to a shown window alone:
/// one that is hidden and about to be maximised keeps a second copy of what it is given (QMainWindowLayout of
/// Qt 6.4), which is applied again at its next resize although panels were moved or made anew meanwhile, and
/// then points at what is gone.
class PanelLayout : public QObject {
  Q_OBJECT

 public:
  /// `window` outlives the layout.
  explicit PanelLayout(QMainWindow& window);

  /// Puts new panels where a first start shows them; their sizes come once the window has its own. To be
  /// called again when they were made anew, and with null before they go.
  void setPanels(const Panels* panels);
  /// Puts every panel and bar back where it was at first.
  void reset();
  /// What restore() and giveBack() take.
  QByteArray saved() const;
  /// Gives a window that was not shown yet its saved place, and keeps the saved layout of its panels until it
  /// is shown. Without a place, or with one of a screen that is gone, the window gets one that suits its
  /// screen.
  void restore(const QByteArray& geometry, const QByteArray& layout);
  /// Instead of its saved place, for a window that was not shown yet: neither maximised nor full screen.
  void openAt(QSize size);
  /// Panels that were made anew stand as those before them did; nothing before the window is shown.
  void giveBack(const QByteArray& saved);
  /// Sizes of the first start; later ones come from the saved layout. Nothing before the window is shown.
  void arrangeAnew();
  /// The panels stand where they belong: what saved() says is worth keeping.
  bool isSettled() const { return m_settled; }
  /// The window is closed: its start has ended, however far it was.
  void end();
  /// Says that the start before this one ended before its window stood, so that this one began without the
  /// saved layout, until that is dismissed.
  void tellSetAside();

 signals:
  /// Once: the window was shown, has the size that the desktop gives it, and its panels stand; or it was
  /// closed before.
  void startEnded();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  void arrange();
  void apply();
  void shown();
  void resized(const QResizeEvent& event);
  void settle();
  void fitScreen();
  bool areStacked() const;
  void tabWhereNarrow();
  void shareColumn();
  void fitTask();

  QMainWindow& m_window;
  const Panels* m_panels = nullptr;
  QTimer m_settling, m_taskTimer;
  QByteArray m_first;   ///< as the panels were built
  QByteArray m_kept;    ///< as saved by an earlier start, until the panels stand
  QSize m_arrangedFor;  ///< size that the panels were arranged for; none before the window is shown
  int m_waited = 0;     ///< milliseconds, for the window to be seen
  bool m_settled = false, m_startEnded = false, m_tabbedForRoom = false;
  bool m_fitsScreen = false;  ///< made as small as its screen once it stands
  bool m_setAside = false;    ///< told, and not dismissed yet
};

}  // namespace astrolabe::ui
