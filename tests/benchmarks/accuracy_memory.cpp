// Peak memory: how well on rows that the fit of the memory's constants has not seen.
#include "core/cost/band.h"
#include "core/cost/band_constants.h"
#include "tests/benchmarks/accuracy.h"

namespace astrolabe::accuracy {

namespace {

const char* name_of(calibration::MemoryReading reading) {
  switch (reading) {
    case calibration::MemoryReading::allocator:
      return "allocator's peak";
    case calibration::MemoryReading::reserved:
      return "reserved by the allocator";
    case calibration::MemoryReading::device:
      return "driver's reading";
    case calibration::MemoryReading::unspecified:
      break;
  }
  return "reading not stated";
}

}  // namespace

void print_memory(const ScoredRuns& memory, bool rows) {
  const cost::Coefficients best = calibration::fit_memory(memory);
  const cost::Coefficients shipped;
  for (const cost::CoefficientInfo& info : cost::memory_table())
    fmt::print("{:20} fitted {:<8.4g} shipped {:<8.4g} prior {:<6.4g} {}\n", info.name, best.*info.value,
               shipped.*info.value, info.start, info.meaning);
  const calibration::UnseenMemory unseen = calibration::predict_unseen_memory(memory);
  const auto print = [&](const char* name, const auto& wanted) {
    fmt::print("{:24} by configuration {}   source left out {}\n", name,
               score_text(calibration::errors_of(memory, unseen.by_configuration, wanted)),
               score_text(calibration::errors_of(memory, unseen.source_left_out, wanted)));
  };
  using calibration::MemoryReading;
  for (const MemoryReading reading :
       {MemoryReading::allocator, MemoryReading::reserved, MemoryReading::device, MemoryReading::unspecified})
    print(name_of(reading), [&](const MeasuredCase& m) { return m.reading == reading; });
  print("reading stated", [](const MeasuredCase& m) { return m.reading != MemoryReading::unspecified; });
  print("all", [](const MeasuredCase&) { return true; });
  for (const bool allocator : {true, false}) {
    std::vector<double> ratios;
    int inside = 0;
    const cost::Band band = cost::memory_band({}, allocator);
    for (const auto* predicted : {&unseen.by_configuration, &unseen.source_left_out})
      for (std::size_t i = 0; i < memory.cases.size(); ++i) {
        if ((memory.cases[i].reading == MemoryReading::allocator) != allocator) continue;
        ratios.push_back(memory.cases[i].measured() / (*predicted)[i]);
        inside += band.low <= ratios.back() && ratios.back() <= band.high ? 1 : 0;
      }
    fmt::print("band, {}: {:.3f} {:.3f}, the shipped one {:.3f} {:.3f} holds {:.1f} % of {}\n",
               allocator ? "allocator's peak" : "other readings",
               calibration::quantile(ratios, cost::constants::band_tail_memory),
               calibration::quantile(ratios, 1.0 - cost::constants::band_tail_memory), band.low, band.high,
               100.0 * inside / static_cast<double>(ratios.size()), ratios.size());
  }
  if (!rows) return;
  for (std::size_t i = 0; i < memory.cases.size(); ++i) {
    const MeasuredCase& m = memory.cases[i];
    const strategy::Strategy& s = m.strategy;
    fmt::print(
        "{:+6.1f} {:+6.1f} % of {:6.1f} GiB {:14} {:22} x{:<5} {:5} tp{} pp{} dp{} mbs{} gbs{} seq{} zero{} "
        "{} {}\n",
        100 * (unseen.by_configuration[i] / m.measured() - 1.0),
        100 * (unseen.source_left_out[i] / m.measured() - 1.0), m.measured(), m.run.id, m.run.model,
        *m.run.gpus, m.run.dtype, s.tensor_parallel, s.pipeline_parallel, s.data_parallel, s.micro_batch,
        m.problem.job.global_batch, m.problem.job.sequence_length, s.zero_stage, m.run.recompute,
        m.run.framework);
  }
}

}  // namespace astrolabe::accuracy
