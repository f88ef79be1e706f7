#pragma once
// How the columns of price tables were read before: what a person set once is not asked for again.

#include <QByteArray>
#include <string>
#include <vector>

#include "core/hardware/price_import.h"

namespace astrolabe::ui {

/// A table is known again by its header.
struct PriceMapping {
  std::vector<std::string> header;
  hardware::PriceColumns columns;
  bool decimal_comma = false;
  std::string currency{};  ///< of prices of which the table names none
  bool operator==(const PriceMapping&) const = default;
};

/// The mappings of the last tables, the newest first.
class PriceMappings {
 public:
  static constexpr std::size_t kMost = 20;

  /// The mapping that was taken for a table of this header, or nullptr.
  const PriceMapping* find(const std::vector<std::string>& header) const;
  void remember(PriceMapping mapping);

  /// JSON, for the session; fromBytes() passes over what it cannot read.
  QByteArray toBytes() const;
  static PriceMappings fromBytes(const QByteArray& bytes);
  bool operator==(const PriceMappings&) const = default;

 private:
  std::vector<PriceMapping> m_mappings;
};

}  // namespace astrolabe::ui
