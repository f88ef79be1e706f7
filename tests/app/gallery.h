#pragma once
// Pictures of the window compared with approved ones, and a made-up search that never changes.

#include <QDir>
#include <QImage>
#include <QString>
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/plan/snapshot.h"

namespace astrolabe::app {

/// Where two pictures differ: the first block whose mean colour is another, as words; empty where none is.
/// Blocks of 8 x 8 pixels smooth over how letters are rounded at their edges; another digit, a moved word or
/// another colour shifts the mean of a block by more than kBlockTolerance of 255.
inline constexpr int kBlock = 8, kBlockTolerance = 10;
inline QString differenceOf(const QImage& shown, const QImage& approved) {
  using namespace Qt::StringLiterals;
  if (shown.size() != approved.size())
    return u"%1 x %2 pixels, approved %3 x %4"_s.arg(shown.width())
        .arg(shown.height())
        .arg(approved.width())
        .arg(approved.height());
  const QImage a = shown.convertToFormat(QImage::Format_RGB32);
  const QImage b = approved.convertToFormat(QImage::Format_RGB32);
  int blocks = 0;
  QString first;
  for (int top = 0; top < a.height(); top += kBlock)
    for (int left = 0; left < a.width(); left += kBlock) {
      int pixels = 0, red = 0, green = 0, blue = 0;
      for (int y = top; y < std::min(top + kBlock, a.height()); ++y)
        for (int x = left; x < std::min(left + kBlock, a.width()); ++x, ++pixels) {
          const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
          red += qRed(p) - qRed(q);
          green += qGreen(p) - qGreen(q);
          blue += qBlue(p) - qBlue(q);
        }
      const int most = std::max({std::abs(red), std::abs(green), std::abs(blue)});
      if (most <= kBlockTolerance * pixels) continue;
      if (blocks++ == 0) first = u"at x %1, y %2 by %3 of 255"_s.arg(left).arg(top).arg(most / pixels);
    }
  return blocks == 0 ? QString() : u"%1 blocks differ, the first %2"_s.arg(blocks).arg(first);
}

/// With 256 colours, so that the file is small: of each range of 32 shades a channel the one it shows most,
/// so that no colour is far from one that is kept, then of each range of 8.
inline QImage coarse(const QImage& shown) {
  const QImage image = shown.convertToFormat(QImage::Format_RGB32);
  std::unordered_map<QRgb, int> counts;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) ++counts[image.pixel(x, y)];
  struct Range {
    int pixels = 0, most = 0;
    QRgb colour = 0;
  };
  constexpr int kColours = 256;
  QList<QRgb> table;
  for (const QRgb mask : {0x00e0e0e0U, 0x00f8f8f8U}) {
    std::unordered_map<QRgb, Range> ranges;
    for (const auto& [colour, count] : counts) {
      Range& range = ranges[colour & mask];
      range.pixels += count;
      if (count < range.most || (count == range.most && colour > range.colour)) continue;
      range.most = count;
      range.colour = colour;
    }
    std::vector<std::pair<int, QRgb>> colours;
    colours.reserve(ranges.size());
    for (const auto& [key, range] : ranges) colours.emplace_back(range.pixels, range.colour);
    std::sort(colours.rbegin(), colours.rend());
    for (const auto& [pixels, colour] : colours)
      if (table.size() < kColours && !table.contains(colour)) table << colour;
  }
  return image.convertToFormat(QImage::Format_Indexed8, table, Qt::ThresholdDither);
}

/// A search of the sample that stands still: twelve strategies, a bound of 40,848 tokens/s, 44 s.
inline plan::Snapshot stillSearch(const std::shared_ptr<const strategy::Problem>& problem,
                                  plan::Status status) {
  plan::Snapshot snapshot;
  snapshot.status = status;
  snapshot.problem = problem;
  snapshot.space.total = 650'000;
  snapshot.space.evaluated = 48'213;
  snapshot.space.rejected_by_rule = 300'000;
  snapshot.space.rejected_by_limit = 1'077;
  snapshot.space.rejected_by_memory = 50'000;
  snapshot.space.cut_by_bound = 40'000;
  snapshot.space.not_reached = 210'710;
  snapshot.seconds = 44.0;
  snapshot.rate = 9'820;
  snapshot.threads = 4;
  snapshot.has_bound = true;
  snapshot.gap = 1.0 - 25.67 / 26.6736;  // 3.76 %
  snapshot.bound_step_seconds = 25.67;
  snapshot.improvements = {{1.0, 34.0, 30'840}, {9.0, 30.0, 34'953}, {30.0, 26.6736, 39'311}};
  constexpr int kRows = 12;
  for (int i = 0; i < kRows; ++i) {
    const bool both = i % 3 != 2;
    cost::Evaluation row;
    row.strategy.tensor_parallel = 8 >> (i % 4 == 3 ? 1 : 0);
    row.strategy.pipeline_parallel = 2;
    row.strategy.data_parallel = both ? 2 : 1;
    row.strategy.micro_batch = 1 + i / 6;
    row.strategy.stages = {{0, 50, row.strategy.tensor_parallel}, {both ? 1 : 0, 30, 8}};
    row.gpus = {32, both ? 32 : 0};
    row.step = {26.6736 + 0.7 * i};
    row.step_low = {row.step.value * 0.95};
    row.step_high = {row.step.value * 1.05};
    row.tokens_per_second = 1'048'576.0 / row.step.value;  // 8192 x 128
    row.mfu = 0.4 - 0.01 * i;
    row.time[cost::Part::compute_forward] = row.step.value * 0.3;
    row.time[cost::Part::compute_backward] = row.step.value * 0.6;
    row.time[cost::Part::pipeline_bubble] = row.step.value * 0.1;
    row.money.usd_per_trillion_tokens = 1.498e6 + 2.0e4 * ((i * 7) % 12);
    row.money.usd_per_hour = UsdPerHour{212.0};
    for (const int pool : {0, both ? 1 : 0}) {
      cost::StageMemory memory;
      memory.pool = pool;
      memory.limit = {80e9};
      memory.total = {80e9 * (0.9 - 0.03 * ((i * 5) % 9) - 0.05 * pool)};
      row.memory.push_back(memory);
    }
    snapshot.pareto.push_back({row.tokens_per_second, *row.money.usd_per_trillion_tokens, row.strategy});
    snapshot.best.push_back(std::move(row));
  }
  snapshot.pareto.resize(1);
  return snapshot;
}

}  // namespace astrolabe::app
