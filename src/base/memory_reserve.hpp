// Memory that is set aside while there is enough, and given up when an allocation fails: what is known so far
// can then still be put into words. The allocation fails all the same, so that nobody goes on and uses it up.
#pragma once

namespace quorate {

// Sets some aside, if that is not so already and it can be had. To be called by the program at its start, and
// again before long work: somebody may have needed it meanwhile.
void hold_memory_reserve() noexcept;

// To be called where memory is refused, before std::bad_alloc is thrown.
void give_up_memory_reserve() noexcept;

}  // namespace quorate
