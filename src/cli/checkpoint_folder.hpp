// What a folder of checkpoints keeps of the run that writes to it: the program, its arguments and the model's
// text.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace quorate {

// The lock of a folder, which one run at a time holds until its program ends. The kernel keeps it, so that a
// run that was killed leaves no lock behind.
class FolderLock {
 public:
  FolderLock() = default;
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  // False, with a message on standard error, if the folder cannot be written to or another run holds it.
  bool take(const std::string& folder);

 private:
  int file_ = -1;
};

// Makes and locks the folder, and writes down the run. False, with a message on standard error, if that is
// not possible or the folder holds another run.
bool begin_checkpoints(FolderLock& lock, const std::string& folder, const std::vector<std::string>& arguments,
                       const std::string& model_text);

// The arguments of the run that wrote to the folder; its model's text is written to model_copy(folder). None,
// with a message on standard error, if the folder cannot be used.
std::optional<std::vector<std::string>> resumed_arguments(FolderLock& lock, const std::string& folder);

std::string model_copy(const std::string& folder);

}  // namespace quorate
