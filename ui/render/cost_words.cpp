#include "ui/render/cost_words.h"

#include <QCoreApplication>

namespace astrolabe::ui {
namespace {

struct CostWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::CostWords)
};

}  // namespace

QString basisText(hardware::CostBasis basis) {
  switch (basis) {
    case hardware::CostBasis::rent:
      return CostWords::tr("rent", "cost basis");
    case hardware::CostBasis::buy:
      return CostWords::tr("buy", "cost basis");
    case hardware::CostBasis::own:
      break;
  }
  return CostWords::tr("own already", "cost basis");
}

QString commitmentText(hardware::Commitment commitment) {
  switch (commitment) {
    case hardware::Commitment::on_demand:
      return CostWords::tr("on demand");
    case hardware::Commitment::reserved_1y:
      return CostWords::tr("reserved for 1 year");
    case hardware::Commitment::reserved_3y:
      return CostWords::tr("reserved for 3 years");
    case hardware::Commitment::spot:
      break;
  }
  return CostWords::tr("spot");
}

}  // namespace astrolabe::ui
