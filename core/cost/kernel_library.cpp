#include "core/cost/kernel_library.h"

#include <algorithm>
#include <atomic>
#include <cassert>

namespace astrolabe::cost {

/// Of the library astrolabe_kernels.
std::string_view embedded_kernels();

namespace {

std::atomic<std::shared_ptr<const KernelLibrary>>& current() {
  static std::atomic<std::shared_ptr<const KernelLibrary>> library;
  return library;
}

/// `own` where it has tables, `base` elsewhere.
KernelTables merged(const KernelTables& base, const KernelTables& own) {
  KernelTables entry = own;
  entry.gemm.insert(base.gemm.begin(), base.gemm.end());
  for (const MoeModel& model : base.moe)
    if (std::none_of(own.moe.begin(), own.moe.end(), [&](const MoeModel& known) {
          return known.dtype == model.dtype && known.balanced == model.balanced;
        }))
      entry.moe.push_back(model);
  if (entry.attention.empty()) entry.attention = base.attention;
  for (const CollectiveModel& model : base.collectives)
    if (entry.find_collective(model.op, model.ranks) == nullptr) entry.collectives.push_back(model);
  if (!base.source.empty()) entry.source += (entry.source.empty() ? "" : "; ") + base.source;
  return entry;
}

}  // namespace

KernelLibrary::KernelLibrary(std::vector<KernelTables> entries) {
  for (KernelTables& entry : entries)
    m_entries.push_back(std::make_shared<const KernelTables>(std::move(entry)));
}

std::shared_ptr<const KernelLibrary> KernelLibrary::built_in() {
  static const std::shared_ptr<const KernelLibrary> library = [] {
    auto entries = read_kernel_file(embedded_kernels());
    assert(entries);  // tests/core/tst_kernels reads the same bytes
    return std::make_shared<const KernelLibrary>(entries ? std::move(*entries) : std::vector<KernelTables>());
  }();
  return library;
}

std::shared_ptr<const KernelLibrary> KernelLibrary::with(const std::vector<KernelTables>& own) const {
  auto library = std::make_shared<KernelLibrary>(*this);
  for (KernelTables entry : own) {
    entry.own_collectives = !entry.collectives.empty();
    for (auto& [dtype, model] : entry.gemm) model.own = true;
    const auto same = std::find_if(library->m_entries.begin(), library->m_entries.end(),
                                   [&](const auto& known) { return known->gpu == entry.gpu; });
    if (same == library->m_entries.end())
      library->m_entries.push_back(std::make_shared<const KernelTables>(std::move(entry)));
    else
      *same = std::make_shared<const KernelTables>(merged(**same, entry));
  }
  return library;
}

std::shared_ptr<const KernelTables> KernelLibrary::find(std::string_view gpu) const {
  for (const auto& entry : m_entries)
    if (entry->gpu == gpu) return entry;
  return nullptr;
}

std::shared_ptr<const KernelTables> KernelLibrary::find_for(const hardware::Gpu& gpu) const {
  auto own = find(gpu.id);
  return own == nullptr && !gpu.like.empty() ? find(gpu.like) : own;
}

std::shared_ptr<const KernelLibrary> kernel_library() {
  auto library = current().load();
  return library ? library : KernelLibrary::built_in();
}

void use_kernel_library(std::shared_ptr<const KernelLibrary> library) { current().store(std::move(library)); }

bool measured_products(const hardware::Gpu& gpu) {
  const auto tables = kernel_library()->find_for(gpu);
  return tables && tables->measures_products();
}

}  // namespace astrolabe::cost
