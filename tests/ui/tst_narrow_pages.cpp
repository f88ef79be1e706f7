// What rows of controls, pages and tabs do where there is little room for them.

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtTest>

#include "tests/program/test_program.h"
#include "ui/controls/flow_row.h"
#include "ui/render/icons.h"
#include "ui/results/sides_page.h"
#include "ui/results/tab_fold.h"
#include "ui/results/tool_corner.h"

namespace tst_narrow_pages {

using namespace astrolabe;
using namespace Qt::StringLiterals;
using ui::FlowRow;
using ui::SidesPage;
using ui::TabFold;
using ui::ToolCorner;

namespace {

QWidget* block(QSize least, QWidget* parent = nullptr) {
  auto* made = new QWidget(parent);
  made->setMinimumSize(least);
  return made;
}

}  // namespace

class NarrowPagesTest : public QObject {
  Q_OBJECT

 private slots:
  /// As many beside each other as fit, the rest below; what may grow takes what is left of its line.
  void aRowGoesOnBelow() {
    QWidget row;
    auto* flow = new FlowRow(&row);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(10);
    QWidget* first = block({100, 20});
    QWidget* second = block({100, 20});
    second->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QWidget* third = block({150, 30});
    for (QWidget* part : {first, second, third}) flow->addWidget(part);
    QCOMPARE(flow->minimumSize().width(), 150);
    QCOMPARE(flow->sizeHint().width(), 370);
    QCOMPARE(flow->heightForWidth(370), 30);
    QCOMPARE(flow->heightForWidth(369), 60);
    QCOMPARE(flow->heightForWidth(150), 90);
    row.resize(300, 60);
    flow->setGeometry(row.rect());
    QCOMPARE(first->geometry(), QRect(0, 0, 100, 20));
    QCOMPARE(second->geometry().left(), 110);
    QCOMPARE(second->geometry().right(), 299);
    QCOMPARE(third->geometry(), QRect(0, 30, 150, 30));
    row.setLayoutDirection(Qt::RightToLeft);
    flow->setGeometry(row.rect());
    QCOMPARE(first->geometry().right(), 299);
  }

  /// A label wants its words in one line, and breaks them where no line holds them.
  void wordsBreakLast() {
    QWidget row;
    auto* flow = new FlowRow(&row);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(0);
    auto* label = new QLabel(u"some words that are longer than a button"_s);
    label->setWordWrap(true);
    QWidget* button = block({60, 20});
    flow->addWidget(button);
    flow->addWidget(label);
    const int words = label->fontMetrics().horizontalAdvance(label->text());
    const int line = label->fontMetrics().height();
    row.resize(words + 100, 100);
    flow->setGeometry(row.rect());
    QCOMPARE(label->geometry().left(), 60);
    QVERIFY(label->height() < 2 * line);
    row.resize(words + 20, 100);
    flow->setGeometry(row.rect());
    QCOMPARE(label->geometry().left(), 0);
    QVERIFY(label->height() < 2 * line && label->y() >= 20);
    row.resize(words / 2 + 20, 200);
    flow->setGeometry(row.rect());
    QVERIFY(label->height() >= 2 * line && label->height() >= label->heightForWidth(label->width()));
  }

  /// Sides stand beside each other or below each other; what does not fit scrolls, and nothing else does.
  void sidesStandBelowEachOther() {
    SidesPage page(nullptr);
    QWidget *head = block({50, 40}, &page), *first = block({200, 100}, &page),
            *second = block({250, 100}, &page);
    auto* words = new QVBoxLayout(head);
    words->addWidget(block({10, 10}));
    page.setHead(head);
    page.setSides(first, second, {.first = 2, .second = 3, .belowFrom = 480, .line = true});
    const int high = head->minimumHeight();
    page.resize(2000, 400);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QCOMPARE(head->width(), 2000);
    QCOMPARE(first->y(), second->y());
    QVERIFY(first->y() >= high && first->geometry().bottom() == 399);
    QCOMPARE(first->width(), 1999 * 2 / 5);
    QCOMPARE(second->geometry().right(), 1999);
    QVERIFY(!page.verticalScrollBar()->isVisible());
    QVERIFY(page.minimumSizeHint().width() < 450);  // below each other they need the wider one alone
    page.resize(420, 400);
    QTRY_VERIFY(page.verticalScrollBar()->isVisible());
    QVERIFY(second->y() > first->geometry().bottom());
    QVERIFY(first->width() > 300 && first->width() == second->width());
    QCOMPARE(second->geometry().bottom(), page.body()->height() - 1);
    second->hide();
    QTRY_VERIFY(!page.verticalScrollBar()->isVisible());
    page.resize(420, 100);
    QTRY_VERIFY(page.verticalScrollBar()->isVisible());
    QCOMPARE(first->height(), 100);
  }

  /// In a page that scrolls a side is as high as all its words, also when they change.
  void onePartScrolls() {
    SidesPage page(nullptr);
    const auto scrolling = [&page](QLabel*& words) {
      auto* scroll = new QScrollArea(&page);
      scroll->setWidgetResizable(true);
      scroll->setFrameShape(QFrame::NoFrame);
      words = new QLabel(scroll);
      words->setWordWrap(true);
      words->setText(u"one line"_s);
      scroll->setWidget(words);
      return scroll;
    };
    QLabel *left = nullptr, *right = nullptr;
    QScrollArea* first = scrolling(left);
    auto* second = new QWidget(&page);
    auto* column = new QVBoxLayout(second);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(block({10, 150}));
    QScrollArea* below = scrolling(right);
    column->addWidget(below, 1);
    page.setSides(first, second, {.first = 1, .second = 1, .belowFrom = 0});
    page.resize(600, 500);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    const auto scrolls = [](const QScrollArea* area) {
      return area->verticalScrollBar()->maximum() > area->verticalScrollBar()->minimum();
    };
    QVERIFY(!scrolls(&page) && !scrolls(first) && !scrolls(below));
    left->setText(u"many words "_s.repeated(200));
    QTRY_VERIFY(scrolls(first));  // beside the other side, which stays in sight
    QVERIFY(!scrolls(&page));
    page.resize(600, 160);
    QTRY_VERIFY(scrolls(&page));
    QTRY_VERIFY(!scrolls(first) && !scrolls(below));
    QVERIFY(first->height() >= left->heightForWidth(left->width()));
    right->setText(u"many more words "_s.repeated(400));
    QTRY_VERIFY(!scrolls(below) && below->height() >= right->heightForWidth(right->width()));
    QVERIFY(!scrolls(first) && scrolls(&page));
  }

  void tabsFold() {
    QWidget window;
    auto* bar = new QTabBar(&window);
    for (const QString& name : {u"Ranking"_s, u"Pareto"_s, u"Timeline"_s}) bar->addTab(name);
    TabFold& fold = *new TabFold(*bar, u"views"_s, u"All views"_s, &window);
    const int all = bar->sizeHint().width();
    QVERIFY(!fold.fit(all) && bar->isTabVisible(2) && fold.button().isHidden());
    QVERIFY(fold.fit(all - 1));
    QVERIFY(bar->isTabVisible(0) && !bar->isTabVisible(1) && !bar->isTabVisible(2));
    QVERIFY(!fold.button().isHidden());
    bar->setCurrentIndex(2);  // the one that comes to the front is the one that is seen
    QVERIFY(!bar->isTabVisible(0) && bar->isTabVisible(2));
    emit fold.button().menu()->aboutToShow();
    const QList<QAction*> entries = fold.button().menu()->actions();
    QCOMPARE(entries.size(), 3);
    QVERIFY(entries[2]->isChecked() && !entries[0]->isChecked());
    entries[1]->trigger();
    QCOMPARE(bar->currentIndex(), 1);
    QVERIFY(!fold.fit(all) && bar->isTabVisible(0));
    QCOMPARE(bar->currentIndex(), 1);
    fold.setWanted(0, false);
    QVERIFY(!bar->isTabVisible(0) && bar->isTabVisible(2));
  }

  void toolsGoIntoAMenu() {
    QWidget window;
    auto* corner = new ToolCorner(u"more"_s, &window);
    QList<QToolButton*> tools;
    for (const QString& name : {u"Filter the rows"_s, u"Columns"_s, u"Copy"_s}) {
      auto* tool = new QToolButton(corner);
      tool->setText(name);
      tool->setIcon(ui::icon(u"copy"_s));
      tool->setCheckable(true);
      tool->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
      corner->add(tool);
      tools << tool;
    }
    corner->setWanted(tools);
    const int words = corner->wantedWidth(true), icons = corner->wantedWidth(false);
    QVERIFY(icons < words);
    corner->fit(words);
    QCOMPARE(tools[0]->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    corner->fit(words - 1);
    QCOMPARE(tools[0]->toolButtonStyle(), Qt::ToolButtonIconOnly);
    auto* more = corner->findChild<QToolButton*>(u"more"_s);
    QVERIFY(!tools[2]->isHidden() && more->isHidden());
    corner->fit(icons - 1);
    QVERIFY(tools[2]->isHidden() && !more->isHidden());
    emit more->menu()->aboutToShow();
    QAction* last = more->menu()->actions().last();
    QCOMPARE(last->text(), u"Copy"_s);
    last->trigger();
    QVERIFY(tools[2]->isChecked());
  }
};

}  // namespace tst_narrow_pages

ASTROLABE_TEST(tst_narrow_pages, NarrowPagesTest)
#include "tst_narrow_pages.moc"
