/* Faults that nothing but the C library can make: preloaded into the program under test, and into nothing that it starts.
 *   FAULT_MALLOC=first,count,size   from the first-th allocation of at least `size` bytes after main began, `count` of them fail
 *   FAULT_MMAP=first,count          the same for anonymous maps
 *   FAULT_THREADS=n                 only n threads can be made
 *   FAULT_WRITE=n                   the disk has room for n bytes more
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

static atomic_int running; /* main has begun, and this is the program under test */
static long malloc_first = -1, malloc_count, malloc_size, mmap_first = -1, mmap_count, threads = -1, room = -1;
static atomic_long mallocs, mmaps, made, written;

static int denied(size_t size) {
  if (!running || malloc_first < 0 || (long)size < malloc_size) return 0;
  const long number = atomic_fetch_add(&mallocs, 1);
  if (number < malloc_first || number >= malloc_first + malloc_count) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) { return denied(size) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return denied(count * size) ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return denied(size) ? NULL : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) { return denied(size) ? NULL : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return denied(size) ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void** result, size_t alignment, size_t size) {
  void* const block = denied(size) ? NULL : __libc_memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

void* mmap(void* at, size_t length, int protection, int flags, int file, off_t offset) {
  static void* (*real)(void*, size_t, int, int, int, off_t);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "mmap");
  if (running && mmap_first >= 0 && (flags & MAP_ANONYMOUS)) {
    const long number = atomic_fetch_add(&mmaps, 1);
    if (number >= mmap_first && number < mmap_first + mmap_count) {
      errno = ENOMEM;
      return MAP_FAILED;
    }
  }
  return real(at, length, protection, flags, file, offset);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "pthread_create");
  if (running && threads >= 0 && atomic_fetch_add(&made, 1) >= threads) return EAGAIN;
  return real(thread, attributes, function, argument);
}

static int full(int file, size_t size) {
  struct stat facts;
  if (!running || room < 0 || fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) return 0;
  if (atomic_fetch_add(&written, (long)size) + (long)size <= room) return 0;
  errno = ENOSPC;
  return 1;
}

ssize_t write(int file, const void* data, size_t size) {
  static ssize_t (*real)(int, const void*, size_t);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "write");
  return full(file, size) ? -1 : real(file, data, size);
}

ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
  static ssize_t (*real)(int, const void*, size_t, off_t);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "pwrite");
  return full(file, size) ? -1 : real(file, data, size, offset);
}

ssize_t pwrite64(int file, const void* data, size_t size, off_t offset) { return pwrite(file, data, size, offset); }

ssize_t writev(int file, const struct iovec* parts, int count) {
  static ssize_t (*real)(int, const struct iovec*, int);
  size_t size = 0;
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "writev");
  for (int i = 0; i < count; ++i) size += parts[i].iov_len;
  return full(file, size) ? -1 : real(file, parts, count);
}

static void configure(void) {
  char name[4096];
  const ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
  const char* const program = getenv("FAULT_PROGRAM");
  if (length <= 0 || program == NULL) return;
  name[length] = 0;
  if (strcmp(name, program) != 0) return;
  const char* text = getenv("FAULT_MALLOC");
  if (text != NULL) sscanf(text, "%ld,%ld,%ld", &malloc_first, &malloc_count, &malloc_size);
  text = getenv("FAULT_MMAP");
  if (text != NULL) sscanf(text, "%ld,%ld", &mmap_first, &mmap_count);
  text = getenv("FAULT_THREADS");
  if (text != NULL) threads = atol(text);
  text = getenv("FAULT_WRITE");
  if (text != NULL) room = atol(text);
  running = 1;
}

static int (*real_main)(int, char**, char**);

static int wrapped_main(int count, char** words, char** environment) {
  configure();
  return real_main(count, words, environment);
}

int __libc_start_main(int (*main)(int, char**, char**), int count, char** words, void (*init)(void), void (*fini)(void), void (*end)(void), void* stack) {
  int (*start)(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void), void (*)(void), void*);
  *(void**)&start = dlsym(RTLD_NEXT, "__libc_start_main");
  real_main = main;
  return start(wrapped_main, count, words, init, fini, end, stack);
}
