/* Preloaded into a program, this shifts its time of day by the number of seconds in the file named by DESK_CLOCK,
 * as if somebody had set the machine's clock. The monotonic clock stays as it is. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *off;

__attribute__((constructor)) static void begin(void)
{
	const char *name = getenv("DESK_CLOCK");
	int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;

	if (file >= 0) {
		void *found = mmap(NULL, sizeof *off, PROT_READ, MAP_SHARED, file, 0);

		off = found == MAP_FAILED ? NULL : found;
		close(file);
	}
}

int clock_gettime(clockid_t which, struct timespec *now)
{
	int wrong = (int)syscall(SYS_clock_gettime, which, now);

	if (!wrong && off && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
		now->tv_sec += *off;
	return wrong;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec exact;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &exact);
	now->tv_sec = exact.tv_sec;
	now->tv_usec = exact.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *now)
{
	struct timespec exact;

	clock_gettime(CLOCK_REALTIME, &exact);
	if (now)
		*now = exact.tv_sec;
	return exact.tv_sec;
}
