-- The hardware and price catalogue. One table for each CSV file beside this one, columns in the order of its header.
-- NOT NULL: the cell must be filled. An empty cell of any other column is NULL: not known from an open source.
-- Every number must be above zero; columns whose name ends in "date" hold YYYY, YYYY-MM or YYYY-MM-DD.
CREATE TABLE gpus (
  id TEXT PRIMARY KEY NOT NULL,
  vendor TEXT NOT NULL,
  name TEXT NOT NULL,
  arch TEXT,
  form TEXT NOT NULL,
  year INTEGER,
  memory_gib REAL NOT NULL,
  memory_gb_label INTEGER,
  memory_type TEXT,
  mem_bw_GBps REAL NOT NULL,
  fp64_tflops REAL,
  fp64_tensor_tflops REAL,
  fp32_tflops REAL,
  tf32_tflops REAL,
  fp16_tflops REAL,
  bf16_tflops REAL,
  fp8_tflops REAL,
  fp4_tflops REAL,
  int8_tops REAL,
  link_type TEXT,
  link_uni_GBps REAL,
  link_bidir_GBps REAL,
  link_domain_max_gpus INTEGER,
  pcie_gen INTEGER,
  pcie_uni_GBps REAL,
  tdp_w REAL,
  l2_mib REAL,
  sm_count INTEGER,
  boost_clock_mhz INTEGER,
  source TEXT NOT NULL,
  source_date TEXT NOT NULL,
  checked_against TEXT,
  note TEXT
) STRICT;

CREATE TABLE nodes (
  id TEXT PRIMARY KEY NOT NULL,
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('cloud', 'on-prem')),
  gpu_id TEXT NOT NULL REFERENCES gpus (id),
  gpus_per_node INTEGER,
  network_type TEXT,
  network_total_GBps REAL,
  scaleup_domain_gpus INTEGER,
  vcpus INTEGER,
  ram_gib REAL,
  region TEXT,
  on_demand_usd_per_hour REAL,
  reserved_1y_usd_per_hour REAL,
  reserved_3y_usd_per_hour REAL,
  reserved_date TEXT,
  spot_usd_per_hour REAL,
  purchase_price_usd_low REAL,
  purchase_price_usd_typ REAL,
  purchase_price_usd_high REAL,
  node_power_kw REAL,
  source TEXT NOT NULL,
  source_date TEXT NOT NULL,
  note TEXT
) STRICT;

-- Average operational emissions of the electricity grid at a place, g of CO2 equivalent for a kWh.
CREATE TABLE grids (
  id TEXT PRIMARY KEY NOT NULL,
  place TEXT NOT NULL,
  g_per_kwh REAL NOT NULL,
  source TEXT NOT NULL,
  source_date TEXT NOT NULL
) STRICT;

CREATE TABLE gpu_prices (
  gpu_id TEXT NOT NULL REFERENCES gpus (id),
  date TEXT NOT NULL,
  usd_per_gpu REAL NOT NULL,
  condition TEXT NOT NULL,
  seller_or_source TEXT NOT NULL,
  dataset TEXT
) STRICT;
