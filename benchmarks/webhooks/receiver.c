/* A webhook receiver: takes POSTs over keep-alive connections and notes when each came whole.
 *
 *     receiver RECORDS_FILE MOST_RECORDS EVENT_ID_HEADER
 *
 * It listens on a free port of 127.0.0.1, which it prints. The beginning of a request's path decides the answer. `/hang`
 * is never answered, and `/drip` gets a byte of an endless head each DRIP_MILLISECONDS. `/late` is answered 200 after
 * LATE_MILLISECONDS, as by a distant receiver with a little work. Any other path is answered 200 at once. The records
 * are in a file that other processes map: their number, then the records, oldest first. It ends with its standard
 * input. It is written in C because a receiver in Python would measure itself.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_CONNECTIONS = 4096, MAX_REQUEST_BYTES = 262144, READY_AT_ONCE = 256, DRIP_MILLISECONDS = 200 };
enum { LATE_MILLISECONDS = 20 };

typedef struct {
    double at; /* unix seconds */
    char path[16];
    char event_id[40];
} Record;

typedef struct {
    char *bytes; /* what came of the request so far */
    size_t filled;
    size_t head_bytes; /* 0 until the head is whole */
    size_t body_bytes;
    int drips;
    double due; /* when a late answer goes out; 0 for none */
} Connection;

/* Late answers, the earliest first, since all of them are late by as much. A connection has one at most. */
static struct {
    int socket;
    double due;
} late[MAX_CONNECTIONS];
static unsigned first_late, end_of_late;

static Connection connections[MAX_CONNECTIONS];
static volatile uint64_t *count;
static Record *records;
static uint64_t most;
static char id_header[80];
static int highest;

static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";

static void fail(const char *what) {
    fprintf(stderr, "receiver: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void map_records(const char *path) {
    size_t size = sizeof *count + most * sizeof *records;
    int file = open(path, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, size) < 0) fail(path);
    char *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) fail(path);
    count = (uint64_t *)mapped;
    records = (Record *)(mapped + sizeof *count);
}

static void note(const Connection *c) {
    if (*count >= most) return;
    Record *r = &records[*count];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    r->at = now.tv_sec + now.tv_nsec / 1e9;
    sscanf(c->bytes, "POST %15s", r->path);
    const char *id = strcasestr(c->bytes, id_header);
    if (id) sscanf(id + strlen(id_header), " %39s", r->event_id);
    __atomic_store_n(count, *count + 1, __ATOMIC_RELEASE);
}

static void leave(int socket) {
    free(connections[socket].bytes);
    memset(&connections[socket], 0, sizeof connections[socket]);
    close(socket);
}

/* True if the head is whole; the length of its body is known then. */
static int has_head(Connection *c) {
    if (c->head_bytes) return 1;
    char *end = strstr(c->bytes, "\r\n\r\n");
    if (!end) return 0;
    char *length = strcasestr(c->bytes, "\r\ncontent-length:");
    c->head_bytes = end + 4 - c->bytes;
    c->body_bytes = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
    return 1;
}

static double moment(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static int send_answer(int socket) {
    return send(socket, answer, sizeof answer - 1, MSG_NOSIGNAL) == sizeof answer - 1;
}

static int answer_later(int socket) {
    if (end_of_late - first_late == MAX_CONNECTIONS) return 0;
    connections[socket].due = moment() + LATE_MILLISECONDS / 1e3;
    late[end_of_late % MAX_CONNECTIONS].socket = socket;
    late[end_of_late++ % MAX_CONNECTIONS].due = connections[socket].due;
    return 1;
}

/* Sends the late answers that are due; how many milliseconds the next one has, -1 where none waits. */
static int answer_due(void) {
    for (; first_late != end_of_late; first_late++) {
        int socket = late[first_late % MAX_CONNECTIONS].socket;
        double due = late[first_late % MAX_CONNECTIONS].due, left = due - moment();
        if (left > 0) return (int)(left * 1e3) + 1;
        if (connections[socket].due != due) continue; /* the peer has gone */
        connections[socket].due = 0;
        if (!send_answer(socket)) leave(socket);
    }
    return -1;
}

/* Sends what the path asks for; 0 where the peer has gone. */
static int respond(int socket) {
    Connection *c = &connections[socket];
    if (!strncmp(c->bytes, "POST /hang", 10)) return 1;
    if (!strncmp(c->bytes, "POST /drip", 10)) return c->drips = 1;
    if (!strncmp(c->bytes, "POST /late", 10)) return answer_later(socket);
    return send_answer(socket);
}

static void pull(int socket) {
    Connection *c = &connections[socket];
    if (!c->bytes && !(c->bytes = malloc(MAX_REQUEST_BYTES + 1))) fail("memory");
    ssize_t got = recv(socket, c->bytes + c->filled, MAX_REQUEST_BYTES - c->filled, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) return leave(socket);
    c->filled += got;
    c->bytes[c->filled] = 0;
    while (c->filled && has_head(c) && c->filled >= c->head_bytes + c->body_bytes) {
        note(c);
        if (!respond(socket)) return leave(socket);
        size_t whole = c->head_bytes + c->body_bytes;
        c->filled -= whole;
        memmove(c->bytes, c->bytes + whole, c->filled + 1);
        c->head_bytes = 0;
    }
}

static void drip(void) {
    for (int socket = 0; socket <= highest; socket++)
        if (connections[socket].drips) {
            const char *piece = connections[socket].drips++ == 1 ? "HTTP/1.1 200 OK\r\nX-Drip: " : "x";
            if (send(socket, piece, strlen(piece), MSG_NOSIGNAL) < 0 && errno != EAGAIN) leave(socket);
        }
}

static void accept_all(int listener, int poller) {
    int socket, on = 1;
    while ((socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        if (socket >= MAX_CONNECTIONS) {
            close(socket);
            continue;
        }
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = socket};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event) < 0) fail("epoll");
        if (socket > highest) highest = socket;
    }
}

static int listen_anywhere(void) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) < 0 || listen(listener, 1024) < 0) fail("listen");
    getsockname(listener, (struct sockaddr *)&address, &size);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return listener;
}

int main(int given, char **arguments) {
    if (given != 4) {
        fprintf(stderr, "usage: receiver RECORDS_FILE MOST_RECORDS EVENT_ID_HEADER\n");
        return 2;
    }
    most = strtoull(arguments[2], NULL, 10);
    snprintf(id_header, sizeof id_header, "\r\n%.70s:", arguments[3]);
    map_records(arguments[1]);
    int poller = epoll_create1(0), listener = listen_anywhere();
    int watched[] = {listener, STDIN_FILENO};
    for (int i = 0; i < 2; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = watched[i]};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, watched[i], &event) < 0) fail("epoll");
    }
    double dripped = moment();
    for (;;) {
        struct epoll_event ready[READY_AT_ONCE];
        int next = answer_due();
        int some = epoll_wait(poller, ready, READY_AT_ONCE, next < 0 ? DRIP_MILLISECONDS : next);
        for (int i = 0; i < some; i++) {
            if (ready[i].data.fd == STDIN_FILENO) return 0;
            if (ready[i].data.fd == listener) accept_all(listener, poller);
            else pull(ready[i].data.fd);
        }
        if (moment() - dripped >= DRIP_MILLISECONDS / 1e3) {
            dripped = moment();
            drip();
        }
    }
}
