// A folder of checkpoints that is removed at the end of the test.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "search/checkpoints/checkpoints.hpp"

namespace quorate {

class TemporaryCheckpoints {
 public:
  TemporaryCheckpoints() {
    std::string name = testing::TempDir() + "quorate-checkpoints-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~TemporaryCheckpoints() { std::filesystem::remove_all(folder_); }
  TemporaryCheckpoints(const TemporaryCheckpoints&) = delete;
  TemporaryCheckpoints& operator=(const TemporaryCheckpoints&) = delete;
  [[nodiscard]] Checkpoints open(double every_seconds) const { return {folder_, every_seconds}; }
  // The only file.
  [[nodiscard]] std::string file() const {
    return std::filesystem::directory_iterator(folder_)->path().string();
  }

 private:
  std::string folder_;
};

}  // namespace quorate
