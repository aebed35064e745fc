/* An open loop over HTTP/1.1: requests leave at a fixed rate whether answers have come or not, and the time of each is
 * counted from the moment it was due, so that a stall of the server is seen by all that were due meanwhile. This program
 * never sleeps; where the system takes the processor from it for a while, what was due or under way is left out, and what is
 * sent while the crowd from then is still under way: it would be the system's delay and not the server's.
 * usage: open-loop PORT PATH KEY RATE SECONDS CONNECTIONS
 * prints p50, p99, p99.9 in microseconds, answers, errors, answers left out
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MAX_WAITING 4096
#define MAX_CONNECTIONS 1024

typedef struct {
  int file;
  double due[MAX_WAITING]; /* a ring: when each request under way was due */
  unsigned first, last;
  char head[8192];
  size_t head_bytes;
  long body_left; /* -1 while a head is read */
} connection;

/* Absent: so long without the processor, in microseconds. */
#define ABSENT 50

static double read_us(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static double now_us(void) { return read_us(CLOCK_MONOTONIC); }

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static connection connections[MAX_CONNECTIONS];
static double *times;
static long sent, answers, errors, limit, kept;
static double crowd_until; /* requests that were due until then are left out */
static long crowd;         /* how many of them are under way */

static void finish(connection *c) {
  double due = c->due[c->first % MAX_WAITING];
  if (due <= crowd_until) crowd--;
  else if (kept < limit) times[kept++] = now_us() - due;
  answers++;
  c->first++;
}

/* Called before each step: how long the one before took beside its time on the processor is an absence. */
static double notice_absence(void) {
  static double last, last_used;
  double now = now_us(), used = read_us(CLOCK_THREAD_CPUTIME_ID);
  if (last > 0 && (now - last) - (used - last_used) > ABSENT) {
    crowd_until = now;
    crowd = sent - answers;
  }
  last = now;
  last_used = used;
  return now;
}

/* Counts whole answers in what has arrived. */
static void take(connection *c, const char *bytes, long size) {
  while (size > 0) {
    if (c->body_left >= 0) {
      long part = size < c->body_left ? size : c->body_left;
      c->body_left -= part;
      bytes += part;
      size -= part;
    } else {
      c->head[c->head_bytes++] = *bytes++;
      size--;
      if (c->head_bytes < 4 || memcmp(c->head + c->head_bytes - 4, "\r\n\r\n", 4) != 0) {
        if (c->head_bytes == sizeof c->head - 1) exit(3);
        continue;
      }
      c->head[c->head_bytes] = 0;
      if (strncmp(c->head, "HTTP/1.1 200", 12) != 0) errors++;
      char *field = strcasestr(c->head, "\r\ncontent-length:");
      if (field == NULL) exit(4);
      c->body_left = atol(field + 17);
      c->head_bytes = 0;
    }
    if (c->body_left == 0) {
      c->body_left = -1;
      finish(c);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 7) return 2;
  double rate = atof(argv[4]), seconds = atof(argv[5]);
  int count = atoi(argv[6]);
  if (count < 1 || count > MAX_CONNECTIONS) return 2;
  limit = (long)(rate * seconds) + 1;
  times = malloc(sizeof(double) * limit);
  int queue = epoll_create1(0);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  for (int i = 0; i < count; i++) {
    connection *c = &connections[i];
    int one = 1;
    c->body_left = -1;
    c->file = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(c->file, (struct sockaddr *)&to, sizeof to) != 0) return 5;
    setsockopt(c->file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(c->file, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(queue, EPOLL_CTL_ADD, c->file, &event);
  }
  char request[1024], bytes[65536];
  unsigned seed = 7;
  double start = now_us(), end = start + seconds * 1e6;
  for (;;) {
    double now = notice_absence();
    while (sent < limit - 1 && start + sent * 1e6 / rate <= now) {
      connection *c = &connections[sent % count];
      if (c->last - c->first == MAX_WAITING) return 6;
      seed = seed * 1664525u + 1013904223u;
      int size = snprintf(request, sizeof request, "GET %s%u.%u.%u.%u HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: %s\r\n\r\n", argv[2],
                          1 + (seed >> 24) % 223, (seed >> 16) & 255, (seed >> 8) & 255, seed & 255, argv[3]);
      double due = c->due[c->last++ % MAX_WAITING] = start + sent * 1e6 / rate;
      if (crowd > 0 && due > crowd_until) crowd_until = due;
      if (due <= crowd_until) crowd++;
      if (send(c->file, request, size, MSG_NOSIGNAL) != size) return 7;
      sent++;
    }
    if (answers == limit - 1 || now > end + 5e6) break;
    struct epoll_event events[64];
    int ready = epoll_wait(queue, events, 64, 0); /* never sleeps: a sleep would be counted as the server's */
    for (int i = 0; i < ready; i++) {
      connection *c = events[i].data.ptr;
      long size = recv(c->file, bytes, sizeof bytes, 0);
      if (size <= 0 && errno != EAGAIN) return 8;
      notice_absence();
      if (size > 0) take(c, bytes, size);
    }
  }
  if (kept == 0) return 9;
  qsort(times, kept, sizeof(double), compare);
  printf("%.1f %.1f %.1f %ld %ld %ld\n", times[kept / 2], times[kept * 99 / 100], times[kept * 999 / 1000], answers,
         errors + (limit - 1 - answers), answers - kept);
  return 0;
}
