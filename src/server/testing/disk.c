// A slow disk for a process and all that it starts: loaded before the C library, it makes each wait for data to be on the disk take
// as many milliseconds longer as the file DISK_FILE says, and ends the wait as soon as the file says less.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// Shared with whoever writes the file.
static volatile int64_t *delay_ms;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("DISK_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  void *milliseconds = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *delay_ms, PROT_READ, MAP_SHARED, file, 0);
  if (file >= 0) close(file);
  if (milliseconds != MAP_FAILED) delay_ms = milliseconds;
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Nothing interrupts it, as nothing interrupts a process that waits for a disk.
static void wait_longer(void) {
  const struct timespec a_while = {0, 5000000};
  for (int64_t since = now_ms(); delay_ms && now_ms() - since < *delay_ms;) nanosleep(&a_while, NULL);
}

int fsync(int file) {
  static int (*machine_fsync)(int);
  if (!machine_fsync) machine_fsync = dlsym(RTLD_NEXT, "fsync");
  wait_longer();
  return machine_fsync(file);
}

int fdatasync(int file) {
  static int (*machine_fdatasync)(int);
  if (!machine_fdatasync) machine_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  wait_longer();
  return machine_fdatasync(file);
}
