#include "ui/shell/glossary_dialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/theme.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

GlossaryDialog::GlossaryDialog(QWidget* parent)
    : QDialog(parent),
      m_terms(glossary()),
      m_search(new QLineEdit(this)),
      m_list(new QListWidget(this)),
      m_text(new QTextBrowser(this)),
      m_none(new QLabel(this)) {
  setObjectName(u"glossary"_s);
  setWindowTitle(tr("Glossary"));
  resize(scaledOn(screen(), 720, 480));
  auto* column = new QVBoxLayout(this);
  m_search->setObjectName(u"glossary.search"_s);
  m_search->setPlaceholderText(tr("Term or word…"));
  m_search->setAccessibleName(tr("Search the glossary"));
  m_search->setClearButtonEnabled(true);
  m_search->installEventFilter(this);
  column->addWidget(m_search);
  auto* row = new QHBoxLayout;
  m_list->setObjectName(u"glossary.terms"_s);
  m_list->setAccessibleName(tr("Terms"));
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setTextElideMode(Qt::ElideRight);
  for (const GlossaryTerm& term : m_terms) {
    auto* item = new QListWidgetItem(term.name, m_list);
    item->setToolTip(term.name);
  }
  row->addWidget(m_list, 2);
  m_text->setObjectName(u"glossary.text"_s);
  m_text->setAccessibleName(tr("Meaning of the term"));
  m_text->setOpenLinks(false);
  m_text->document()->setDocumentMargin(scaled(12));
  row->addWidget(m_text, 3);
  column->addLayout(row, 1);
  m_none->setObjectName(u"glossary.none"_s);
  m_none->setTextFormat(Qt::PlainText);
  m_none->hide();
  column->addWidget(m_none);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_search, &QLineEdit::textChanged, this, &GlossaryDialog::filter);
  connect(m_list, &QListWidget::currentRowChanged, this, &GlossaryDialog::showCurrent);
  connect(m_text, &QTextBrowser::anchorClicked, this, &GlossaryDialog::follow);
  m_list->setCurrentRow(0);
  m_search->setFocus();
}

void GlossaryDialog::showTerm(const QString& id) {
  for (std::size_t row = 0; row < m_terms.size(); ++row)
    if (m_terms[row].id == id) {
      m_search->clear();
      m_list->setCurrentRow(static_cast<int>(row));
      m_list->scrollToItem(m_list->currentItem(), QAbstractItemView::PositionAtCenter);
      m_list->setFocus();
      return;
    }
}

QString GlossaryDialog::term() const {
  const int row = m_list->currentRow();
  return row < 0 || m_list->item(row)->isHidden() ? QString() : m_terms[static_cast<std::size_t>(row)].id;
}

/// Terms whose name or text has every word; those whose name begins with the first come to the eye first.
void GlossaryDialog::filter(const QString& words) {
  const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
  int first = -1, best = -1;
  for (int row = 0; row < m_list->count(); ++row) {
    const GlossaryTerm& term = m_terms[static_cast<std::size_t>(row)];
    const bool found = std::all_of(wanted.begin(), wanted.end(), [&](const QString& word) {
      return term.name.contains(word, Qt::CaseInsensitive) || term.text.contains(word, Qt::CaseInsensitive);
    });
    m_list->item(row)->setHidden(!found);
    if (!found) continue;
    if (first < 0) first = row;
    if (best < 0 && !wanted.isEmpty() && term.name.startsWith(wanted.front(), Qt::CaseInsensitive))
      best = row;
  }
  m_none->setVisible(first < 0);
  m_none->setText(tr("Nothing matches “%1”.").arg(words));
  if (best >= 0 || term().isEmpty()) m_list->setCurrentRow(best >= 0 ? best : first);
  showCurrent();
}

void GlossaryDialog::showCurrent() {
  const QString id = term();
  const auto found =
      std::find_if(m_terms.begin(), m_terms.end(), [&](const GlossaryTerm& each) { return each.id == id; });
  if (found == m_terms.end()) return m_text->clear();
  QString html = u"<h3>%1</h3><p>%2</p>"_s.arg(found->name.toHtmlEscaped(), found->text.toHtmlEscaped());
  QStringList links;
  for (const GlossaryTerm& each : m_terms)
    if (found->related.contains(each.id))
      links << u"<a href=\"%1\" style=\"color:%2\">%3</a>"_s.arg(each.id, currentTheme().accent.name(),
                                                                 each.name.toHtmlEscaped());
  if (!links.isEmpty())
    html += u"<p>%1<br>%2</p>"_s.arg(tr("See also").toHtmlEscaped(), links.join(u"<br>"_s));
  m_text->setHtml(html);
  m_text->setAccessibleDescription(found->name + u". "_s + found->text);
}

void GlossaryDialog::follow(const QUrl& link) { showTerm(link.toString()); }

/// From the field the arrows choose a term.
bool GlossaryDialog::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_search || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  switch (key->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      QCoreApplication::sendEvent(m_list, event);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      m_text->setFocus();
      return true;
    case Qt::Key_Escape:
      if (m_search->text().isEmpty()) return false;
      m_search->clear();
      return true;
    default:
      return false;
  }
}

void GlossaryDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) showCurrent();
}

}  // namespace astrolabe::ui
