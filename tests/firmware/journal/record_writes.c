/* Records, in their order, what a program does to the files of one folder: LD_PRELOAD this, with RECORD_FOLDER (the
 * folder, absolute) and RECORD_LOG (the record). Each entry is a line "KIND NAME OFFSET LENGTH [NAME]", and for writes
 * LENGTH bytes follow. tests/firmware/journal/lost_writes.py reads it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *folder;
static size_t length;
static int record = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("RECORD_LOG");
    folder = getenv("RECORD_FOLDER");
    if (path && folder) {
        length = strlen(folder);
        record = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
}

static void put(const void *data, size_t size) {
    const char *at = data;
    while (size > 0) {
        long done = syscall(SYS_write, record, at, size);
        if (done <= 0) abort();
        at += done;
        size -= (size_t)done;
    }
}

/* Gives the name within the folder, "." for the folder itself, NULL for anything else. */
static const char *named(const char *path) {
    if (record < 0 || !path || strncmp(path, folder, length) != 0) return NULL;
    if (path[length] == 0) return ".";
    if (path[length] != '/') return NULL;
    path += length + 1;
    return strchr(path, ' ') || strchr(path, '/') ? NULL : path;
}

static const char *opened(int descriptor, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t size = readlink(link, path, 4095);
    if (size < 0) return NULL;
    path[size] = 0;
    return named(path);
}

static void note(char kind, const char *name, off_t offset, const void *data, size_t size, const char *other) {
    char line[8192];
    int head = snprintf(line, sizeof line, "%c %s %lld %zu %s\n", kind, name, (long long)offset, size, other ? other : "-");
    pthread_mutex_lock(&turn);
    put(line, (size_t)head);
    if (data) put(data, size);
    pthread_mutex_unlock(&turn);
}

#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define WRITES(function, kind) \
    ssize_t function(int descriptor, const void *data, size_t size, kind offset) { \
        REAL(ssize_t, #function, int, const void *, size_t, kind); \
        char path[4096]; \
        ssize_t done = real(descriptor, data, size, offset); \
        const char *name = done > 0 ? opened(descriptor, path) : NULL; \
        if (name) note('W', name, offset, data, (size_t)done, NULL); \
        return done; \
    }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)

ssize_t write(int descriptor, const void *data, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    char path[4096];
    const char *name = descriptor > 2 ? opened(descriptor, path) : NULL;
    ssize_t done = real(descriptor, data, size);
    if (name && done > 0) note('W', name, lseek(descriptor, 0, SEEK_CUR) - done, data, (size_t)done, NULL);
    return done;
}

#define CUTS(function, kind) \
    int function(int descriptor, kind size) { \
        REAL(int, #function, int, kind); \
        char path[4096]; \
        int done = real(descriptor, size); \
        const char *name = done == 0 ? opened(descriptor, path) : NULL; \
        if (name) note('T', name, size, NULL, 0, NULL); \
        return done; \
    }
CUTS(ftruncate, off_t)
CUTS(ftruncate64, off64_t)

#define FLUSHES(function) \
    int function(int descriptor) { \
        REAL(int, #function, int); \
        char path[4096]; \
        int done = real(descriptor); \
        const char *name = done == 0 ? opened(descriptor, path) : NULL; \
        if (name) note('S', name, 0, NULL, 0, NULL); \
        return done; \
    }
FLUSHES(fsync)
FLUSHES(fdatasync)

static void note_open(int descriptor, int flags, int was_there) {
    char path[4096];
    const char *name = descriptor >= 0 && (flags & (O_CREAT | O_TRUNC)) ? opened(descriptor, path) : NULL;
    if (!name || strcmp(name, ".") == 0) return;
    if (!was_there) note('C', name, 0, NULL, 0, NULL);
    else if (flags & O_TRUNC) note('T', name, 0, NULL, 0, NULL);
}

#define OPENS(function) \
    int function(const char *path, int flags, ...) { \
        REAL(int, #function, const char *, int, ...); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        int there = faccessat(AT_FDCWD, path, F_OK, 0) == 0; \
        int descriptor = real(path, flags, mode); \
        note_open(descriptor, flags, there); \
        return descriptor; \
    }
OPENS(open)
OPENS(open64)

#define OPENS_AT(function) \
    int function(int at, const char *path, int flags, ...) { \
        REAL(int, #function, int, const char *, int, ...); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        int there = faccessat(at, path, F_OK, 0) == 0; \
        int descriptor = real(at, path, flags, mode); \
        note_open(descriptor, flags, there); \
        return descriptor; \
    }
OPENS_AT(openat)
OPENS_AT(openat64)

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    int done = real(from, to);
    if (done == 0 && named(from) && named(to)) note('R', named(from), 0, NULL, 0, named(to));
    return done;
}

int renameat(int at, const char *from, int into, const char *to) {
    REAL(int, "renameat", int, const char *, int, const char *);
    int done = real(at, from, into, to);
    if (done == 0 && named(from) && named(to)) note('R', named(from), 0, NULL, 0, named(to));
    return done;
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    int done = real(path);
    if (done == 0 && named(path)) note('U', named(path), 0, NULL, 0, NULL);
    return done;
}

int unlinkat(int at, const char *path, int flags) {
    REAL(int, "unlinkat", int, const char *, int);
    int done = real(at, path, flags);
    if (done == 0 && named(path)) note('U', named(path), 0, NULL, 0, NULL);
    return done;
}
