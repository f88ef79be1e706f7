#include "ui/document/commands/copies.h"

#include <map>
#include <utility>

#include "ui/document/commands/notes.h"
#include "ui/document/commands/racks.h"

namespace astrolabe::ui {

AddCopies::AddCopies(PlanDocument& document, const Copies& copies, How how)
    : AddPools(document, copies.pools, copies.positions, how, copies.links), m_notes(document.plan().notes) {
  std::map<std::string, std::string> renamed;
  for (std::size_t i = 0; i < copies.pools.size(); ++i) renamed[copies.pools[i].id] = m_ids[i];
  for (plan::Rack rack : copies.racks) {
    rack.name = freeRackName(m_racks, rack.name);
    for (std::string& pool : rack.pools) pool = renamed.at(pool);
    m_ids.push_back(rack.name);
    m_racks.push_back(std::move(rack));
  }
  for (plan::Note note : copies.notes) {
    note.id = freeNoteId(m_notes);
    m_ids.push_back(note.id);
    m_notes.push_back(std::move(note));
  }
  if (copies.racks.empty() && copies.notes.empty()) return;
  setText(how == How::Duplicate ? CommandText::tr("Duplicate %n objects", nullptr, copies.count())
                                : CommandText::tr("Paste %n objects", nullptr, copies.count()));
}

void AddCopies::swapWith(plan::Plan& plan) {
  AddPools::swapWith(plan);
  std::swap(plan.notes, m_notes);
}

}  // namespace astrolabe::ui
