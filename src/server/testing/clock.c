// Another clock for a process and all that it starts: loaded before the C library, it shows a time of day that is
// CLOCK_AHEAD seconds ahead of the machine's, and by as many more as the file CLOCK_FILE says at that moment, if there is one.
// Only that clock is moved; waiting takes as long as ever. Nothing here locks,
// because PostgreSQL asks for the time in signal handlers too. (libfaketime gives a handler the machine's own time when the
// process was waiting, so that PostgreSQL took its time limits for over.)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static time_t ahead_at_start;
// Shared with whoever writes the file.
static volatile int64_t *moved;
static int (*machine_time)(clockid_t, struct timespec *);
static int (*machine_wait)(sem_t *, const struct timespec *);

// Other libraries may ask for the time before it is our turn to begin.
__attribute__((constructor)) static void begin(void) {
  if (machine_time) return;
  const char *told = getenv("CLOCK_AHEAD");
  ahead_at_start = told ? atol(told) : 0;
  const char *path = getenv("CLOCK_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  void *seconds = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *moved, PROT_READ, MAP_SHARED, file, 0);
  if (seconds != MAP_FAILED) moved = seconds;
  machine_wait = dlsym(RTLD_NEXT, "sem_timedwait");
  machine_time = dlsym(RTLD_NEXT, "clock_gettime");
}

static time_t ahead(void) {
  return ahead_at_start + (moved ? *moved : 0);
}

int clock_gettime(clockid_t id, struct timespec *now) {
  begin();
  int failed = machine_time(id, now);
  if (!failed && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead();
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise)) return -1;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

// The one wait that is given a moment of this clock.
int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  begin();
  struct timespec moment = {until->tv_sec - ahead(), until->tv_nsec};
  return machine_wait(semaphore, &moment);
}
