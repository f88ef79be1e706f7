#include "ui/document/commands/set_my_layouts.h"

namespace astrolabe::ui {

SetMyLayouts::SetMyLayouts(PlanDocument& document, std::vector<std::string> layouts)
    : PlanCommand(document,
                  layouts.size() > document.plan().my_layouts.size()   ? CommandText::tr("Add my layout")
                  : layouts.size() < document.plan().my_layouts.size() ? CommandText::tr("Remove my layout")
                                                                       : CommandText::tr("Change my layout")),
      m_layouts(std::move(layouts)) {}

}  // namespace astrolabe::ui
