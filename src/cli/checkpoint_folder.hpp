// What a folder of checkpoints says about the run that writes to it: the program, its arguments and the
// model's text.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace quorate {

// One run at a time writes to a folder: this is its, until the program ends, in whatever way. The kernel
// keeps the lock, so that one of a run that was killed is no obstacle.
class FolderLock {
 public:
  FolderLock() = default;
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  // False if another run has the folder; that has been said.
  bool take(const std::string& folder);

 private:
  int file_ = -1;
};

// Makes the folder, locks it and writes that down. False if it cannot be, or if the folder holds another run;
// the reason has been shown.
bool begin_checkpoints(FolderLock& lock, const std::string& folder, const std::vector<std::string>& arguments,
                       const std::string& model_text);

// The arguments of the run, the model's text restored to model_copy(folder). None if the folder cannot be
// used; the reason has been shown.
std::optional<std::vector<std::string>> resumed_arguments(FolderLock& lock, const std::string& folder);

std::string model_copy(const std::string& folder);

}  // namespace quorate
