#pragma once

class QScrollArea;

namespace astrolabe::ui {

/// Makes a part of a page scroll downwards alone, without a frame and without the focus.
void scrollDownwards(QScrollArea& area);

}  // namespace astrolabe::ui
