/* The peer of the lookup benches: libmaxminddb reading five values per address.
 * usage: peer FILE.mmdb ADDRESSES lookup        prints nanoseconds of CPU per address
 *        peer FILE.mmdb ADDRESSES csv OUT.csv   the same for writing one CSV row each */
#include <maxminddb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void put_text(FILE *out, MMDB_entry_data_s *d) {
  int quoted = memchr(d->utf8_string, ',', d->data_size) != NULL;
  if (quoted) fputc('"', out);
  fwrite(d->utf8_string, 1, d->data_size, out);
  if (quoted) fputc('"', out);
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  MMDB_s db;
  if (MMDB_open(argv[1], MMDB_MODE_MMAP, &db) != MMDB_SUCCESS) return 1;
  FILE *in = fopen(argv[2], "r");
  FILE *out = argc > 4 ? fopen(argv[4], "w") : NULL;
  if (in == NULL) return 1;
  static const char *keys[5] = {"country_code", "state1", "city", "latitude", "longitude"};
  char line[128];
  long count = 0, found = 0;
  size_t bytes = 0;
  double start = cpu_ns();
  while (fgets(line, sizeof line, in) != NULL) {
    line[strcspn(line, "\r\n")] = 0;
    int gai, error;
    MMDB_lookup_result_s r = MMDB_lookup_string(&db, line, &gai, &error);
    count++;
    if (out != NULL) fputs(line, out);
    for (int k = 0; k < 5; k++) {
      MMDB_entry_data_s d;
      if (out != NULL) fputc(',', out);
      if (!r.found_entry || MMDB_get_value(&r.entry, &d, keys[k], NULL) != MMDB_SUCCESS || !d.has_data) continue;
      found++;
      if (d.type == MMDB_DATA_TYPE_UTF8_STRING) {
        bytes += d.data_size;
        if (out != NULL) put_text(out, &d);
      } else if (out != NULL)
        fprintf(out, "%.4f", d.type == MMDB_DATA_TYPE_FLOAT ? d.float_value : d.double_value);
    }
    if (out != NULL) fputc('\n', out);
  }
  if (out != NULL) fclose(out);
  printf("%.1f %ld %ld %zu\n", (cpu_ns() - start) / count, count, found, bytes);
  return 0;
}
