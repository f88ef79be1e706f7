#include "ui/shell/status_line.h"

#include <QLabel>
#include <QStatusBar>

#include "ui/canvas/cluster_view.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/announcer.h"
#include "ui/shell/plan_files.h"
#include "ui/shell/unsaved_work.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

StatusLine::StatusLine(QMainWindow& window, PlanDocument& document, const PlanFiles& files,
                       const UnsavedWork& unsaved, const ClusterView& view, Announcer& announcer)
    : m_window(window), m_document(document), m_unsaved(unsaved), m_view(view), m_announcer(announcer) {
  build();
  connect(&document, &PlanDocument::pathChanged, this, &StatusLine::update);
  connect(&document, &PlanDocument::planChanged, this, &StatusLine::update);
  connect(&document.undoStack(), &QUndoStack::cleanChanged, this, &StatusLine::update);
  connect(&files, &PlanFiles::saved, this, &StatusLine::update);
  connect(&unsaved, &UnsavedWork::written, this, &StatusLine::update);
  connect(&view, &ClusterView::zoomChanged, this, &StatusLine::updateZoom);
  update();
  updateZoom();
}

StatusLine::~StatusLine() {
  m_announcer.leave();
  m_window.setStatusBar(new QStatusBar(&m_window));
}

void StatusLine::build() {
  QStatusBar& bar = *m_window.statusBar();
  bar.setObjectName(u"statusBar"_s);
  bar.setSizeGripEnabled(false);
  bar.setFixedHeight(scaled(24));
  m_announcer.build(bar);
  const auto add = [&bar](const char* name) {
    QLabel* label = statusLabel(bar, name);
    bar.addPermanentWidget(label);
    return label;
  };
  m_zoom = add("statusBar.zoom");
  m_currency = add("statusBar.currency");
  showCurrency();
  m_catalogue = add("statusBar.catalogue");
  m_saved = add("statusBar.saved");
  m_announcer.say(tr("Ready"));
}

void StatusLine::showCurrency() {
  const Currency& currency = currentCurrency();
  const QString worth =
      tr("1 USD = %1 %2", "rate, code of a currency").arg(significantText(currency.perUsd, 4), currency.code);
  const QDate today = QDate::currentDate();
  m_currency->setText(currency.isOld(today) ? tr("%1 (old)", "rate").arg(worth) : worth);
  m_currency->setToolTip(rateText(today));
  m_currency->setVisible(!currency.isDollar());
}

void StatusLine::update() {
  m_catalogue->setText(tr("Catalogue %1").arg(QString::fromStdString(m_document.catalogue().date())));
  m_window.setWindowModified(m_document.isModified());
  m_window.setWindowFilePath(m_document.path());
  m_window.setWindowTitle(tr("%1[*] — Astrolabe").arg(m_document.displayName()));
  const QString autosaved = m_unsaved.autosaved();
  m_saved->setText(m_document.isModified()       ? autosaved.isEmpty() ? tr("Not saved") : autosaved
                   : m_document.path().isEmpty() ? tr("New plan")
                                                 : tr("Saved"));
}

void StatusLine::updateZoom() { m_zoom->setText(tr("Zoom %1").arg(percentText(m_view.zoom(), 0))); }

}  // namespace astrolabe::ui
