/*
 * A disk that loses power: preloaded into PostgreSQL, it keeps in UNSYNCED_DISK what of UNSYNCED_DATA was synced, and nothing else. Once the
 * file UNSYNCED_OFF is there, no sync is answered any more. Renamed, removed and new folders are there at once, as with a journal.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PART 65536

/* Where the disk has a path of the data; 0 where it is none of it. */
static int to_disk(const char *path, char *out) {
  const char *data = getenv("UNSYNCED_DATA"), *disk = getenv("UNSYNCED_DISK");
  char whole[PATH_MAX];
  if (!data || !disk || !path) return 0;
  if (path[0] != '/') { /* of the server's own folder, which is its data */
    if (!getcwd(whole, sizeof whole) || strlen(whole) + strlen(path) + 2 > sizeof whole) return 0;
    strcat(strcat(whole, "/"), strncmp(path, "./", 2) == 0 ? path + 2 : path);
    path = whole;
  }
  size_t size = strlen(data);
  if (strncmp(path, data, size) != 0 || (path[size] != '/' && path[size] != 0)) return 0;
  return snprintf(out, PATH_MAX, "%s%s", disk, path + size) < PATH_MAX;
}

static void stay_without_power(void) {
  const char *off = getenv("UNSYNCED_OFF");
  struct stat found;
  if (off && stat(off, &found) == 0)
    for (;;) pause();
}

/* Writes what differs. */
static void copy(int from, const char *path) {
  static char one[PART], other[PART];
  struct stat size;
  int to = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (to < 0 || fstat(from, &size) != 0) _exit(99);
  for (off_t at = 0; at < size.st_size; at += PART) {
    ssize_t read = pread(from, one, PART, at);
    if (read <= 0) break;
    if (pread(to, other, read, at) != read || memcmp(one, other, read) != 0)
      if (pwrite(to, one, read, at) != read) _exit(99);
  }
  if (ftruncate(to, size.st_size) != 0) _exit(99);
  close(to);
}

static int synced(int fd, int result) {
  char link[64], path[PATH_MAX], disk[PATH_MAX];
  struct stat found;
  if (result != 0) return result;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0 || fstat(fd, &found) != 0) return result;
  path[size] = 0;
  if (!to_disk(path, disk)) return result;
  stay_without_power();
  int readable = open(path, O_RDONLY | O_CLOEXEC);
  if (readable < 0) return result; /* removed since */
  if (S_ISREG(found.st_mode)) copy(readable, disk);
  close(readable);
  stay_without_power();
  return result;
}

#define REAL(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

int fsync(int fd) { return synced(fd, REAL(fsync)(fd)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)(fd)); }

int rename(const char *from, const char *to) {
  char disk_from[PATH_MAX], disk_to[PATH_MAX];
  int result = REAL(rename)(from, to);
  if (result == 0 && to_disk(from, disk_from) && to_disk(to, disk_to)) {
    stay_without_power();
    REAL(rename)(disk_from, disk_to);
    errno = 0;
  }
  return result;
}

int unlink(const char *path) {
  char disk[PATH_MAX];
  int result = REAL(unlink)(path);
  if (result == 0 && to_disk(path, disk)) {
    stay_without_power();
    REAL(unlink)(disk);
    errno = 0;
  }
  return result;
}

int mkdir(const char *path, mode_t mode) {
  char disk[PATH_MAX];
  int result = REAL(mkdir)(path, mode);
  if (result == 0 && to_disk(path, disk)) {
    stay_without_power();
    REAL(mkdir)(disk, mode);
    errno = 0;
  }
  return result;
}
