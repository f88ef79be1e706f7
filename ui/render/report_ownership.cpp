#include "ui/render/report_ownership.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/render/faces.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/ownership_words.h"
#include "ui/render/pareto_figure.h"
#include "ui/render/report_words.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct OwnershipSection {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

constexpr double kPaidHeight = 190.0, kPaidFoot = 40.0, kPaidHead = 20.0, kPaidLeft = 62.0, kPaidRight = 84.0;

/// What renting and buying have cost after so many months, as two lines; a mark where they cross.
void paintPaid(QPainter& painter, double width, const cost::RentOrBuy& both, const Theme& theme) {
  const QFont letters = figureLetters();
  const QRectF area(kPaidLeft, kPaidHead, width - kPaidLeft - kPaidRight,
                    kPaidHeight - kPaidHead - kPaidFoot);
  const double most = std::max(both.rent_after(both.months), both.buy_after(both.months)) * 1.05;
  const auto place = [&](double month, double usd) {
    return QPointF(area.left() + month / both.months * area.width(),
                   area.bottom() - usd / most * area.height());
  };
  painter.setFont(letters);
  std::vector<double> sums = roundSteps(0.0, shownMoney(most), 4);
  for (double& sum : sums) sum = dollars(sum);
  const QStringList texts =
      distinctTexts(sums, [](double value, int digits) { return moneyText(value, digits); });
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double y = place(0.0, sums[i]).y();
    painter.setPen(QPen(theme.plotGrid, 1.0));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(theme.text2);
    painter.drawText(QRectF(0, y - 8, kPaidLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                     texts[static_cast<qsizetype>(i)]);
  }
  painter.setPen(QPen(theme.plotAxis, 1.0));
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  const int year = 12 * static_cast<int>(std::ceil(both.months / 96.0));  // at most eight marks
  for (int month = 0; month <= both.months; month += year) {
    const double x = place(month, 0.0).x();
    painter.setPen(QPen(theme.plotAxis, 1.0));
    painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4));
    painter.setPen(theme.text2);
    painter.drawText(QRectF(x - 30, area.bottom() + 5, 60, 15), Qt::AlignCenter, wholeText(month));
  }
  painter.setPen(theme.text3);
  painter.drawText(QRectF(area.left(), area.bottom() + 20, area.width(), 15),
                   Qt::AlignRight | Qt::AlignVCenter, OwnershipSection::tr("months of use"));
  painter.drawText(QRectF(0, 0, width, kPaidHead - 4), Qt::AlignLeft | Qt::AlignVCenter,
                   OwnershipSection::tr("paid until then"));
  if (const auto even = both.even_after()) {
    painter.setPen(QPen(theme.limit, 1.0, Qt::DotLine));
    painter.drawLine(place(*even, 0.0), place(*even, both.buy_after(*even)));
  }
  const auto line = [&](const QColor& color, Qt::PenStyle style, const QString& name, auto after) {
    QPolygonF points;
    for (int month = 0; month < both.months; ++month) points << place(month, after(month));
    points << place(both.months, after(both.months));
    painter.setPen(QPen(color, 2.0, style));
    painter.drawPolyline(points);
    return std::pair(points.back().y(), name);
  };
  std::pair rent = line(theme.gpu(1).color, Qt::DashLine, OwnershipSection::tr("rent"),
                        [&](double month) { return both.rent_after(month); });
  std::pair buy = line(theme.gpu(0).color, Qt::SolidLine, OwnershipSection::tr("buy"),
                       [&](double month) { return both.buy_after(month); });
  // Names stand at the ends of their lines, apart from each other.
  const double apart = QFontMetricsF(letters).height();
  auto& upper = rent.first < buy.first ? rent : buy;
  auto& lower = rent.first < buy.first ? buy : rent;
  lower.first = std::max(lower.first, upper.first + apart);
  painter.setPen(theme.text);
  for (const auto& [y, name] : {upper, lower})
    painter.drawText(QRectF(area.right() + 8, y - 8, kPaidRight - 8, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     name);
}

void rentOrBuy(ReportWriter& page, const cost::RentOrBuy& both) {
  page.heading(OwnershipSection::tr("Rent or buy"), false, kPaidHeight + 60.0);
  page.paragraph(rentOrBuyText(both));
  if (const QString rent = rentSourceText(both); !rent.isEmpty()) page.paragraph(rent);
  page.figure(OwnershipSection::tr("Cost of renting and of buying by months of use."), kPaidHeight,
              [&](QPainter& painter, double width) { paintPaid(painter, width, both, page.theme()); });
  std::vector<QStringList> rows;
  for (const RentOrBuyRow& row : rentOrBuyRows(both)) rows.push_back({row.after, row.rent, row.buy});
  page.table(OwnershipSection::tr("Renting takes %1 a month. Buying takes %2 at once and %3 a month; after "
                                  "%4 years the machines are worth %5.")
                 .arg(moneyText(both.rent_per_month), moneyText(both.buy_at_once),
                      moneyText(both.buy_per_month), ownedYearsText(both), moneyText(both.left)),
             {{OwnershipSection::tr("After"), 1.4},
              {OwnershipSection::tr("Renting"), 1.2, true},
              {OwnershipSection::tr("Buying"), 1.2, true}},
             rows);
}

}  // namespace

void drawOwnership(ReportWriter& page, const ReportContent& c) {
  const cost::Evaluation& best = c.lead.evaluation;
  const strategy::Cost& cost = c.problem.job.cost;
  if (best.ownership && cost.basis != hardware::CostBasis::rent) {
    page.heading(OwnershipSection::tr("Cost of ownership"));
    std::vector<QStringList> rows;
    for (const OwnershipRow& row : ownershipRows(best, cost)) rows.push_back({row.name, row.sum, row.how});
    page.table(jobShareText(*best.ownership),
               {{OwnershipSection::tr("Term"), 1.6},
                {OwnershipSection::tr("Sum"), 1.2, true},
                {OwnershipSection::tr("How"), 3}},
               rows);
    for (const QString& said : {onlyOwnedText(cost), unstatedOwnershipText(cost)})
      if (!said.isEmpty()) page.paragraph(said);
  }
  if (best.rent_or_buy) rentOrBuy(page, *best.rent_or_buy);
}

}  // namespace astrolabe::ui
