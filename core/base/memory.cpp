// How the programs ask the system for memory. A search fills a hundred MB within a fraction of a second, page
// by page; in pages of 2 MB that takes half the time of the whole search on a virtual machine (measured:
// core/search/README.md). What is freed is kept for some minutes, for the next edit, and
// large pieces come from where the small ones do (reserve_memory() of base/helper). jemalloc reads this text
// at its start; MALLOC_CONF in the environment adds to it.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf =
    "thp:always,metadata_thp:always,dirty_decay_ms:300000,muzzy_decay_ms:0,oversize_threshold:0";
}
