#include "ui/results/program_code.h"

#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <algorithm>

#include "core/plan/program_lines.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/program_text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

enum Column { NumberColumn, TextColumn, LengthColumn };
constexpr int kLineHeight = 20, kAir = 16, kIndent = 2;

/// Collectives, the words of a loop and comments in colours of their own.
class CodeDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QString text = std::exchange(option.text, QString());
    const QWidget* widget = option.widget;
    (widget != nullptr ? widget->style() : QApplication::style())
        ->drawControl(QStyle::CE_ItemViewItem, &option, painter, widget);
    const Theme& theme = currentTheme();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QColor plain = selected ? theme.selectionText : theme.text;
    painter->save();
    painter->setClipRect(option.rect);
    QRectF room = QRectF(option.rect).adjusted(scaled(4), 0, -scaled(4), 0);
    static const QRegularExpression kParts(
        u"#.*$|\\b(all_gather_grouped|all_gather|reduce_scatter_grouped|reduce_scatter|all_reduce|all_to_all|"
        "reshard)\\b(?=\\()|^for\\b|\\bin\\b(?= [0-9])"_s);
    const auto draw = [&](const QString& piece, const QColor& color, bool strong) {
      QFont font = option.font;
      font.setBold(strong);
      painter->setFont(font);
      painter->setPen(color);
      const QFontMetricsF letters(font);
      if (room.width() <= 0.0) return;
      painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                        letters.elidedText(piece, Qt::ElideRight, room.width()));
      room.setLeft(room.left() + letters.horizontalAdvance(piece));
    };
    qsizetype done = 0;
    auto matches = kParts.globalMatch(text);
    while (matches.hasNext()) {
      const QRegularExpressionMatch match = matches.next();
      draw(text.mid(done, match.capturedStart() - done), plain, false);
      const QString piece = match.captured();
      const QColor color = piece.startsWith(u'#')        ? theme.text2
                           : match.capturedLength(1) > 0 ? theme.part(cost::Part::tensor_parallel).color
                                                         : theme.accent;
      draw(piece, selected ? plain : color, match.capturedLength(1) > 0);
      done = match.capturedEnd();
    }
    draw(text.mid(done), plain, false);
    painter->restore();
  }

  /// The whole line, where there is no room for it.
  bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& /*option*/,
                 const QModelIndex& index) override {
    QToolTip::showText(event->globalPos(), index.data().toString().trimmed(), view);
    return true;
  }
};

}  // namespace

ProgramCode::ProgramCode(QWidget* parent) : QTableView(parent) {
  setObjectName(u"programCode"_s);
  setAccessibleName(tr("Text of the program"));
  setModel(&m_lines);
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setTabKeyNavigation(false);
  setItemDelegateForColumn(TextColumn, new CodeDelegate(this));
  setFont(ui::font(TextRole::Mono));
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(scaled(kLineHeight));
  horizontalHeader()->setHighlightSections(false);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& at) {
    const auto row = static_cast<std::size_t>(at.row());
    if (at.isValid() && row < m_events.size() && m_events[row] >= 0) emit eventChosen(m_events[row]);
  });
}

void ProgramCode::setReport(const ProgramPtr& report) {
  m_events.clear();
  m_text.clear();
  std::vector<QStringList> rows;
  if (report) {
    const std::vector<plan::ProgramLine> lines = plan::program_lines(*report);
    m_text = QString::fromStdString(plan::lines_text(lines));
    for (const plan::ProgramLine& line : lines) {
      QString text = QString(kIndent * line.depth, u' ') + QString::fromStdString(line.text);
      if (!line.comment.empty()) text += u"  # "_s + QString::fromStdString(line.comment);
      const bool takes = line.length.value > 0.0;
      rows.push_back({QLocale().toString(static_cast<int>(rows.size()) + 1), text,
                      takes ? durationText(line.length.value) : QString()});
      m_events.push_back(line.event);
    }
  }
  m_lines.setTable({{tr("No."), true}, {tr("Instruction")}, {tr("Length"), true}}, std::move(rows));
  for (const int column : {NumberColumn, LengthColumn}) {
    resizeColumnToContents(column);
    setColumnWidth(column, columnWidth(column) + scaled(kAir));
    horizontalHeader()->setSectionResizeMode(column, QHeaderView::Fixed);
  }
  horizontalHeader()->setSectionResizeMode(TextColumn, QHeaderView::Stretch);
}

void ProgramCode::chooseEvent(int event) {
  const auto at = std::find(m_events.begin(), m_events.end(), event);
  if (event < 0 || at == m_events.end()) return;
  const int row = static_cast<int>(at - m_events.begin());
  if (currentIndex().row() != row) selectRow(row);
}

}  // namespace astrolabe::ui
