#include "ui/document/commands/import_prices.h"

#include "core/hardware/price_import.h"

namespace astrolabe::ui {

ImportPrices::ImportPrices(PlanDocument& document, const hardware::OwnTypes& imported, int prices)
    : PlanCommand(document, CommandText::tr("Import %n prices", nullptr, prices)),
      m_types(hardware::lay_over(document.plan().own_types, imported)) {}

}  // namespace astrolabe::ui
