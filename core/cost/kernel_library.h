#pragma once
// The fitted kernel models that predictions use: what ships with the program, and a user's own over it.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost/kernel_model.h"
#include "core/hardware/gpu.h"

namespace astrolabe::cost {

/// Immutable after construction; read by several threads.
class KernelLibrary {
 public:
  explicit KernelLibrary(std::vector<KernelTables> entries);
  /// What ships with the program: read once, when first asked for.
  static std::shared_ptr<const KernelLibrary> built_in();
  /// This library with `own` over it: tables of one type and data type take the place of those here.
  std::shared_ptr<const KernelLibrary> with(const std::vector<KernelTables>& own) const;

  /// The entry of a catalogue id; null when nothing was measured on that type.
  std::shared_ptr<const KernelTables> find(std::string_view gpu) const;
  /// The entry of a type: its own, else that of the type it was made from; null when neither has one.
  std::shared_ptr<const KernelTables> find_for(const hardware::Gpu& gpu) const;
  const std::vector<std::shared_ptr<const KernelTables>>& entries() const { return m_entries; }

 private:
  std::vector<std::shared_ptr<const KernelTables>> m_entries;
};

/// The library that make_device() uses in this process, and its replacement (before a search, not during
/// one).
std::shared_ptr<const KernelLibrary> kernel_library();
void use_kernel_library(std::shared_ptr<const KernelLibrary> library);
/// Whether that library has products in 16 bits that were measured on this type, or on the one that it was
/// made from, and not on a sibling alone.
bool measured_products(const hardware::Gpu& gpu);

}  // namespace astrolabe::cost
