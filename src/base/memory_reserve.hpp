// Memory that is reserved while there is enough, and freed when an allocation fails, so that the results so
// far can still be reported. The allocation fails all the same, so that the search does not use up the
// reserve.
#pragma once

namespace quorate {

// Reserves the memory if it is not reserved already. To be called at the start of the program, and again
// before long work, since the reserve may have been freed meanwhile.
void hold_memory_reserve() noexcept;

// Frees the reserve. To be called where an allocation fails, before std::bad_alloc is thrown.
void give_up_memory_reserve() noexcept;

}  // namespace quorate
