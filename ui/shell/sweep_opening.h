#pragma once
// File > Open sweep results.

class QWidget;

namespace astrolabe::ui {

class Banner;
class Exports;

/// Asks for a file of lines, reads it beside the window and shows it in a window of its own. What is wrong
/// with it is told in `banner`; its table goes where `exports` asks.
void openSweepResults(QWidget& window, Banner& banner, Exports& exports);

}  // namespace astrolabe::ui
