/* A load generator: replays prepared HTTP/1.1 requests over keep-alive connections and measures every answer.
 *
 *     load PORT REQUESTS_FILE CONNECTIONS SECONDS STATUS once|again|insist
 *
 * REQUESTS_FILE holds requests one after the other, each preceded by its length (four bytes, little-endian). They are
 * signed beforehand, so that signing costs the measured processor nothing. With "once" it sends each at most once (a
 * mutation under its own idempotency key). With "again" it starts over. With "insist" it also connects again where it
 * was cut off, and takes every status. It talks to 127.0.0.1 only. It stops by itself: after SECONDS, at the end of a
 * file that is sent once, or after STALL_SECONDS without an answer. It prints the figures as one line of JSON on
 * standard output. It is written in C because a generator in Python would measure itself.
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
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_CONNECTIONS = 1024,
    MAX_HEAD_BYTES = 16384,
    MAX_SAMPLES = 4000000,
    STALL_SECONDS = 10,
    EXCERPT_BYTES = 300,
};

typedef struct {
    int socket;
    const char *request; /* what is being sent, and how much of it still has to go */
    size_t unsent;
    int waits_to_send;
    double began;
    char head[MAX_HEAD_BYTES + 1]; /* the answer so far; of the body only what came with the head */
    size_t head_bytes;
    long body_left; /* -1 while the head is incomplete */
    int status;
} Connection;

static Connection connections[MAX_CONNECTIONS];
static const char *file, *next_request, *file_end;
static int starts_over, insists, wanted_status, poller, open_connections, port;
static long by_status[600];
static uint32_t *microseconds;
static long answered, errors;
static double last_answer, stop_at;
static char excerpt[EXCERPT_BYTES + 1];

static void fail(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void read_requests(const char *path) {
    int descriptor = open(path, O_RDONLY);
    struct stat about;
    if (descriptor < 0 || fstat(descriptor, &about) < 0 || about.st_size < 5) fail(path);
    file = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
    if (file == MAP_FAILED) fail(path);
    next_request = file;
    file_end = file + about.st_size;
}

/* Takes the next request; 0 when there is none left. */
static size_t take(const char **request) {
    if (next_request >= file_end) {
        if (!starts_over) return 0;
        next_request = file;
    }
    uint32_t length;
    memcpy(&length, next_request, sizeof length);
    *request = next_request + sizeof length;
    next_request = *request + length;
    return length;
}

static void leave(Connection *c) {
    close(c->socket);
    open_connections--;
}

static void open_connection(Connection *c);
static void begin(Connection *c, double moment);

static void break_off(Connection *c, const char *why) {
    errors++;
    if (insists && now() < stop_at) {
        by_status[0]++;
        leave(c);
        open_connection(c);
        return begin(c, now());
    }
    if (!*excerpt) snprintf(excerpt, sizeof excerpt, "connection lost: %s", why);
    leave(c);
}

static void push(Connection *c) {
    while (c->unsent) {
        ssize_t sent = send(c->socket, c->request, c->unsent, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR)) break;
        if (sent < 0) return break_off(c, strerror(errno));
        c->request += sent;
        c->unsent -= sent;
    }
    if (!c->unsent == !c->waits_to_send) return;
    c->waits_to_send = c->unsent > 0;
    struct epoll_event event = {.events = EPOLLIN | (c->unsent ? EPOLLOUT : 0), .data.ptr = c};
    epoll_ctl(poller, EPOLL_CTL_MOD, c->socket, &event);
}

static void begin(Connection *c, double moment) {
    c->unsent = take(&c->request);
    if (!c->unsent) return leave(c);
    c->began = moment;
    c->head_bytes = 0;
    c->body_left = -1;
    push(c);
}

static void open_connection(Connection *c) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (c->socket < 0 || connect(c->socket, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    int on = 1;
    setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(c->socket, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, c->socket, &event) < 0) fail("epoll");
    open_connections++;
}

static void finish(Connection *c, int is_measured) {
    double moment = now();
    last_answer = moment;
    if (answered < MAX_SAMPLES) microseconds[answered] = (uint32_t)((moment - c->began) * 1e6);
    answered++;
    if (c->status > 0 && c->status < 600) by_status[c->status]++;
    if (c->status != wanted_status && errors++ == 0) snprintf(excerpt, sizeof excerpt, "%.*s", EXCERPT_BYTES, c->head);
    if (is_measured && c->unsent) {
        /* It was answered before it was sent whole: what follows on this connection would make no sense. */
        leave(c);
        open_connection(c);
    }
    if (is_measured)
        begin(c, moment);
    else
        leave(c);
}

/* Reads the head once it is whole; 0 where it makes no sense. */
static int read_head(Connection *c, const char *end) {
    const char *length = strcasestr(c->head, "\r\ncontent-length:");
    if (sscanf(c->head, "HTTP/1.1 %d", &c->status) != 1 || !length || length > end) return 0;
    c->body_left = atol(length + 17) - (long)(c->head + c->head_bytes - (end + 4));
    return c->body_left >= 0;
}

static void pull(Connection *c, int is_measured) {
    static char sink[262144];
    for (;;) {
        int in_head = c->body_left < 0;
        char *into = in_head ? c->head + c->head_bytes : sink;
        ssize_t got = recv(c->socket, into, in_head ? MAX_HEAD_BYTES - c->head_bytes : sizeof sink, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) return break_off(c, got ? strerror(errno) : "closed by the server");
        if (in_head) {
            c->head_bytes += got;
            c->head[c->head_bytes] = 0;
            char *end = strstr(c->head, "\r\n\r\n");
            if (!end && c->head_bytes < MAX_HEAD_BYTES) continue;
            if (!end || !read_head(c, end)) return break_off(c, "not an answer with a length");
        } else {
            c->body_left -= got;
        }
        if (c->body_left == 0) return finish(c, is_measured);
    }
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void report(double seconds) {
    long samples = answered < MAX_SAMPLES ? answered : MAX_SAMPLES;
    qsort(microseconds, samples, sizeof *microseconds, by_size);
    for (char *at = excerpt; *at; at++)
        if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ' || (unsigned char)*at > '~') *at = ' ';
    printf("{\"answered\": %ld, \"errors\": %ld, \"seconds\": %.6f, \"p50\": %u, \"p99\": %u, \"error\": \"%s\"",
           answered, errors, seconds, samples ? microseconds[samples / 2] : 0,
           samples ? microseconds[samples * 99 / 100] : 0, excerpt);
    /* Under 0 those that were cut off. */
    printf(", \"statuses\": {");
    const char *comma = "";
    for (int status = 0; status < 600; status++)
        if (by_status[status]) {
            printf("%s\"%d\": %ld", comma, status, by_status[status]);
            comma = ", ";
        }
    printf("}}\n");
}

int main(int count, char **given) {
    if (count != 7) {
        fprintf(stderr, "usage: load PORT REQUESTS_FILE CONNECTIONS SECONDS STATUS once|again|insist\n");
        return 2;
    }
    int many = atoi(given[3]);
    double limit = atof(given[4]);
    wanted_status = atoi(given[5]);
    insists = !strcmp(given[6], "insist");
    starts_over = insists || !strcmp(given[6], "again");
    port = atoi(given[1]);
    if (many < 1 || many > MAX_CONNECTIONS || limit <= 0 || limit > 600) {
        fprintf(stderr, "load: 1 to %d connections, at most 600 seconds\n", MAX_CONNECTIONS);
        return 2;
    }
    read_requests(given[2]);
    microseconds = malloc(MAX_SAMPLES * sizeof *microseconds);
    poller = epoll_create1(0);
    if (!microseconds || poller < 0) fail("setting up");
    for (int i = 0; i < many; i++) open_connection(&connections[i]);
    double began = now();
    last_answer = began;
    stop_at = began + limit;
    for (int i = 0; i < many; i++) begin(&connections[i], now());
    while (open_connections) {
        struct epoll_event ready[MAX_CONNECTIONS];
        int some = epoll_wait(poller, ready, MAX_CONNECTIONS, insists ? 100 : 1000);
        double moment = now();
        /* An insisting run only keeps the service busy, so it does not wait for the last answers. */
        if (insists && moment > stop_at) break;
        if (some == 0 && moment - last_answer > STALL_SECONDS) {
            errors += open_connections;
            snprintf(excerpt, sizeof excerpt, "nothing was answered for %d seconds", STALL_SECONDS);
            break;
        }
        for (int i = 0; i < some; i++) {
            Connection *c = ready[i].data.ptr;
            if (c->unsent && ready[i].events & EPOLLOUT) push(c);
            else pull(c, moment - began < limit);
        }
    }
    report(last_answer - began);
    return 0;
}
