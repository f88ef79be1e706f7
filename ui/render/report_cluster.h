#pragma once
// The cluster in a report: its pools with their nodes, what of them is slow or has failed, and the network.

#include "ui/render/report_sections.h"

namespace astrolabe::ui {

void drawCluster(ReportWriter& page, const ReportContent& content);

/// Nodes of a pool that a drawing shows with room for so many in a row: all that fit; else those of which
/// anything is marked, in rows of their own where there are many, and the first others. In their order.
std::vector<int> shownNodes(const hardware::Pool& pool, int in_row);

}  // namespace astrolabe::ui
