// A66 on what is drawn: words and focus marks of the window as they come out in its picture, not as the theme
// names them.

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTest>

#include "tests/app/filled_window.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "tests/ui/contrast.h"

namespace tst_drawn_contrast {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;

namespace {

/// The most frequent colour of a part of a picture: what its words stand on.
QColor groundOf(const QImage& picture) {
  QHash<QRgb, int> counts;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) ++counts[picture.pixel(x, y)];
  QRgb ground = picture.pixel(0, 0);
  for (auto it = counts.cbegin(); it != counts.cend(); ++it)
    if (it.value() > counts[ground]) ground = it.key();
  return QColor(ground);
}

/// The strongest contrast of any pixel with the ground. Letters are smoothed at their edges; the middle of a
/// stem has the full colour of the ink.
double strongest(const QImage& picture) {
  const QColor ground = groundOf(picture);
  QHash<QRgb, double> seen;
  double most = 1.0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) {
      const QRgb ink = picture.pixel(x, y);
      if (!seen.contains(ink)) most = std::max(most, seen[ink] = ui::contrast(QColor(ink), ground));
    }
  return most;
}

QString wordsOf(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) return label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return button->text();
  if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) return line->text();
  if (const auto* box = qobject_cast<const QComboBox*>(&widget)) return box->currentText();
  return {};
}

}  // namespace

class DrawnContrastTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    ui::dress();
    QApplication::setCursorFlashTime(0);
  }

  void A66_wordsAsDrawn_data() {
    QTest::addColumn<ui::ThemeMode>("mode");
    QTest::newRow("light") << ui::ThemeMode::Light;
    QTest::newRow("dark") << ui::ThemeMode::Dark;
    QTest::newRow("high contrast") << ui::ThemeMode::HighContrast;
  }
  void A66_wordsAsDrawn() {
    QFETCH(ui::ThemeMode, mode);
    ui::applyTheme(mode);
    auto window = ui::opened();
    window->resize(1600, 1000);
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    window->bridge().run();
    QVERIFY(ui::finished(*window));
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    QStringList faint;
    int read = 0;
    for (int tab = 0; tab < tabs->count(); ++tab) {
      tabs->setCurrentIndex(tab);
      QVERIFY(ui::filled(*window));
      QCoreApplication::processEvents();
      const QImage picture = window->grab().toImage().convertToFormat(QImage::Format_RGB32);
      for (const QWidget* widget : window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !widget->isEnabled() || wordsOf(*widget).trimmed().isEmpty()) continue;
        const QRect seen = widget->visibleRegion().boundingRect();
        if (seen.width() < 12 || seen.height() < 10 || seen.size() != widget->size()) continue;
        const QImage part = picture.copy(QRect(widget->mapTo(window.get(), seen.topLeft()), seen.size()));
        ++read;
        if (const double contrast = strongest(part); contrast < 4.5)
          faint << u"%1 “%2”: %3"_s.arg(widget->objectName(), wordsOf(*widget).left(40)).arg(contrast);
      }
    }
    faint.removeDuplicates();
    QVERIFY2(read > 200, qPrintable(QString::number(read)));
    QVERIFY2(faint.isEmpty(), qPrintable(faint.join(u'\n')));
  }

  /// The control that takes the focus by Tab is drawn otherwise than before, by a contrast of 3 somewhere.
  void A66_focusAsDrawn_data() { A66_wordsAsDrawn_data(); }
  void A66_focusAsDrawn() {
    QFETCH(ui::ThemeMode, mode);
    ui::applyTheme(mode);
    auto window = ui::opened();
    window->resize(1600, 1000);
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), 30'000));
    window->bridge().run();
    QVERIFY(ui::finished(*window) && ui::filled(*window));
    auto* first = window->findChild<QWidget*>(u"tool.actionNew"_s);
    first->setFocus(Qt::TabFocusReason);
    const auto drawn = [&](QWidget* part) {
      QCoreApplication::processEvents();
      // A spin box draws the frame of the field in it, a view that of its viewport.
      QWidget* frame = part;
      while (frame->parentWidget() && frame->parentWidget() != window.get() &&
             (frame->parentWidget()->focusProxy() == frame ||
              qobject_cast<QAbstractSpinBox*>(frame->parentWidget()) ||
              qobject_cast<QComboBox*>(frame->parentWidget())))
        frame = frame->parentWidget();
      const QRect place(frame->mapTo(window.get(), QPoint()), frame->size());
      return window->grab(place.adjusted(-4, -4, 4, 4)).toImage().convertToFormat(QImage::Format_RGB32);
    };
    QStringList faint;
    int looked = 0;
    for (int step = 0; step < 300; ++step) {
      QWidget* focus = QApplication::focusWidget();
      QVERIFY(focus != nullptr);
      const QImage with = drawn(focus);
      QTest::keyClick(focus, Qt::Key_Tab);
      const QImage without = drawn(focus);
      double most = 1.0;
      if (with.size() == without.size())
        for (int y = 0; y < with.height(); ++y)
          for (int x = 0; x < with.width(); ++x)
            if (with.pixel(x, y) != without.pixel(x, y))
              most = std::max(most, ui::contrast(QColor(with.pixel(x, y)), QColor(without.pixel(x, y))));
      ++looked;
      if (most < 3.0)
        faint << u"%1 %2: %3"_s.arg(QLatin1StringView(focus->metaObject()->className()), focus->objectName())
                     .arg(most);
      if (QApplication::focusWidget() == first) break;
    }
    faint.removeDuplicates();
    QVERIFY2(looked > 30, qPrintable(QString::number(looked)));
    QVERIFY2(faint.isEmpty(), qPrintable(faint.join(u'\n')));
  }
};

}  // namespace tst_drawn_contrast

ASTROLABE_TEST(tst_drawn_contrast, DrawnContrastTest)
#include "tst_drawn_contrast.moc"
