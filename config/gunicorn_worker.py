"""The gunicorn worker of this site: a thread is given a request when all of it is here, leaves its
answer behind, and never waits for a client.

gunicorn's own threaded worker reads heads and bodies and writes answers on its threads, so that as
many slow clients as there are threads stop the site. Here the worker's event loop gathers what
comes, and hands out what a client did not take at once, within the limits of `config.limits`. Who
sends too slowly is told so (408) and hung up on, who takes too slowly is cut off. It also sees
those off who do not hang up themselves, for which gunicorn's would hold up its loop.

What has to hold of gunicorn (gthread, 27.0): threads write by the socket's `sendall` and `sendfile`
alone and read by the parser's unreader alone; `finish_request` runs on the loop when a thread is
done, and nobody else touches the connection meanwhile; `murder_pending` is called after each turn
of the loop, also while it stops; `nr_conns` counts whoever was accepted until it is taken off here,
and a worker that stops waits for it to be 0. HTTP/2, TLS and upgrades, which read the socket
themselves, stay switched off.
"""

from __future__ import annotations

import errno
import re
import socket
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from selectors import EVENT_READ, EVENT_WRITE
from typing import TYPE_CHECKING, Any, Final

from gunicorn import util
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

from config import limits
from config.stuck_requests import time_limit

if TYPE_CHECKING:
    from collections.abc import Iterable

PIECE: Final = 64 * 1024
PIECES_A_TURN: Final = 16
"""So much is read of one client before the others have their turn."""
HELD: Final = 64 * limits.MEBIBYTE
"""So much a worker holds of requests that are still coming; beyond it the oldest have to go."""
STOP_ANSWER_SECONDS: Final = 10.0
"""So long a worker that stops waits for answers to be taken; it has no successor before."""
LEAVING_SECONDS: Final = 3.0
LEAVING_BYTES: Final = 64 * limits.MEBIBYTE
"""So long, and for so much, we listen after the last word, lest a client that still sends never
hears it.
"""
LEAVING: Final = 200
LOOK_SECONDS: Final = 0.5

END: Final = b"\r\n\r\n"
LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r", re.IGNORECASE)
CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
EXPECT: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*(?=\r)", re.IGNORECASE)
GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
TOO_SLOW: Final = "This request took too long to arrive. Send it again."
TOO_LONG: Final = "The headers of this request are too long."


@dataclass
class Coming:
    """A request on its way. Its head tells how much is to be waited for; gunicorn reads it again
    and judges it.
    """

    deadline: float
    head: bytearray = field(default_factory=bytearray)
    pieces: deque[bytes] = field(default_factory=deque)
    size: int = 0
    wanted: int | None = None
    """Of the whole request, head and body; unknown until the head has ended."""
    whole: bool = True
    """Whether the body is waited for: not where it is too much to be read, or nobody can tell where
    it ends.
    """
    expects: bool = False
    """Whether the client waits for a word before it sends the body."""

    @property
    def is_here(self) -> bool:
        """Whether a thread can set to work."""
        return self.wanted is not None and self.size >= self.wanted

    def take(self, data: bytes) -> None:
        """Add what has come."""
        self.size += len(data)
        if self.wanted is not None:
            self.pieces.append(data)
            return
        looked = max(0, len(self.head) - len(END) + 1)
        self.head += data
        end = self.head.find(END, looked)
        if end >= 0:
            self._read(end + len(END))

    def _read(self, end: int) -> None:
        """Tell from the head how much is still to come."""
        head, rest = bytes(self.head[:end]), bytes(self.head[end:])
        lengths = LENGTH.findall(head)
        body = int(lengths[0]) if lengths else 0
        self.whole = len(lengths) <= 1 and not CHUNKED.search(head) and body <= limits.LARGEST_BODY
        self.expects = self.whole and len(rest) < body and bool(EXPECT.search(head))
        head = EXPECT.sub(b"", head)
        self.size = len(head) + len(rest)
        self.wanted = len(head) + (body if self.whole else 0)
        self.pieces.extend(filter(None, (head, rest)))

    def parted(self) -> tuple[list[bytes], bytes]:
        """The request's own pieces, and what has come of the next one."""
        beyond = self.size - (self.wanted or 0)
        if not (self.whole and beyond):
            return list(self.pieces), b""
        all_of_it = b"".join(self.pieces)
        return [all_of_it[:-beyond]], all_of_it[-beyond:]


class Patient(socket.socket):
    """A socket that never waits: what the client does not take at once is kept. It belongs to the
    thread that answers, and to the loop before and afterwards.
    """

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(fileno=accepted.detach())
        super().setblocking(False)
        self.kept: deque[memoryview] = deque()
        self.size = 0  # of the pieces of which anything is kept: so much memory they take

    def setblocking(self, _flag: bool) -> None:
        """Whatever is asked for, it does not block."""
        super().setblocking(False)

    def sendall(self, data: Any, _flags: int = 0) -> None:
        """Hand over what is taken now, and keep the rest."""
        self.kept.append(memoryview(data))
        self.size += len(data)
        self.hand_over()
        if self.size > limits.LARGEST_ANSWER:
            self.kept.clear()
            self.size = 0
            raise OSError(errno.ENOBUFS, "The response is too large to buffer for a slow client")

    def sendfile(self, file: Any, offset: int = 0, count: int | None = None) -> int:
        """Send so much of a file, of which the rest is read now: nobody has it open later."""
        file.seek(offset)
        data = file.read(-1 if count is None else count)
        self.sendall(data)
        return len(data)

    def hand_over(self) -> bool:
        """Hand over what is taken now, and tell whether that was all."""
        with suppress(BlockingIOError):
            while self.kept:
                piece = self.kept[0]
                sent = self.send(piece)
                if sent < len(piece):
                    self.kept[0] = piece[sent:]
                else:
                    self.kept.popleft()
                    self.size -= memoryview(piece.obj).nbytes
        return not self.kept


class Guest(TConn):
    """A connection that can be waited for without a thread."""

    coming: Coming
    since = 0.0
    """When it began to send what it sends, or to take what it takes."""
    take_by = 0.0
    whole = True
    surplus = b""
    leave_at = 0.0
    discarded = 0

    def __init__(
        self, worker: PatientWorker, sock: socket.socket, address: Any, server: Any
    ) -> None:
        super().__init__(worker.cfg, Patient(sock), address, server)
        self.worker = worker

    def close(self, graceful: bool = False) -> None:
        """Hang up; gracefully, when the other side has heard what was said last."""
        if graceful:
            self.worker.see_off(self)
        else:
            util.close(self.sock)


class PatientWorker(ThreadWorker):
    """gunicorn's threaded worker, whose threads wait for nobody."""

    sockets: list[Any]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.arriving: dict[Guest, None] = {}  # the oldest first
        self.taking: dict[Guest, None] = {}
        self.leaving: dict[Guest, None] = {}
        self.is_crowded = False
        """Whether the system refuses us another open file."""
        self.look_at = 0.0
        self.stop_at: float | None = None

    # --- coming in --------------------------------------------------------------------------------

    def accept(self, listener: Any) -> bool:
        """Let somebody in; False when nobody stands there."""
        try:
            sock, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return False
        except OSError as problem:
            if problem.errno not in (errno.EMFILE, errno.ENFILE):
                raise
            self.is_crowded = True
            return False
        self.nr_conns += 1
        self.enqueue_req(Guest(self, sock, address, listener.getsockname()))
        return True

    def set_accept_enabled(self, enabled: bool) -> None:
        """Listen, or not. A worker that stops lets those in who stand at the door, and shuts it:
        nobody is kept waiting before it while the worker sees to the others.
        """
        super().set_accept_enabled(enabled)
        if self.alive or enabled:
            return
        for listener in self.sockets:
            while self.accept(listener):
                pass
            listener.close()
        self.sockets = []

    def enqueue_req(self, conn: Guest) -> None:
        """Gather the next request of a connection, of which some may have come with the last
        one.
        """
        already = conn.parser.unreader.take_buffered() if conn.parser else b""
        conn.sock.setblocking(False)
        conn.since = time.monotonic()
        conn.coming = Coming(conn.since + limits.HEAD_SECONDS)
        self.arriving[conn] = None
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_more, conn))
        if already:
            conn.coming.take(already)
        self.on_more(conn)

    def on_more(self, conn: Guest, _sock: object = None) -> None:
        """Take what has come, and hand the request to a thread when it is here."""
        try:
            for _ in range(PIECES_A_TURN):
                if conn.coming.is_here:
                    break
                data = conn.sock.recv(PIECE)
                if not data:
                    return self._drop(conn)
                self._take(conn, data)
        except BlockingIOError:
            pass
        except OSError:
            return self._drop(conn)
        if conn.coming.is_here:
            self._admit(conn)
        elif conn.coming.wanted is None and conn.coming.size > limits.LARGEST_HEAD:
            self._turn_away(conn, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)
        return None

    @staticmethod
    def _take(conn: Guest, data: bytes) -> None:
        coming, knew = conn.coming, conn.coming.wanted is not None
        coming.take(data)
        if coming.wanted is not None and not knew:
            coming.deadline = time.monotonic() + limits.BODY_SECONDS
            if coming.expects:
                conn.sock.send(GO_ON)

    def _admit(self, conn: Guest) -> None:
        """Give a thread the request; what its parser does not find in it is not there."""
        self._forget(conn)
        pieces, conn.surplus = conn.coming.parted()
        conn.whole = conn.coming.whole
        conn.init()
        conn.parser.unreader = IterUnreader(pieces)
        super().enqueue_req(conn)

    # --- on a thread ------------------------------------------------------------------------------

    def handle_request(self, req: Any, conn: Guest) -> bool:
        """Answer; where the rest of a request was not waited for, nothing can follow it."""
        if not conn.whole:
            req.force_close()
        with time_limit():
            return bool(super().handle_request(req, conn))

    def _keepalive_after(self, conn: Guest, keepalive: bool) -> bool:
        """Whether the connection goes on: what nobody read of the body is here, and can be left out
        without waiting.
        """
        return bool(keepalive and conn.whole and conn.parser.finish_body())

    # --- afterwards -------------------------------------------------------------------------------

    def finish_request(self, conn: Guest, fs: Any) -> None:
        """Go on when the client has taken its answer."""
        try:
            taken = conn.sock.hand_over()
        except OSError:
            return self._cut_off(conn)
        if taken:
            return self._go_on(conn, fs)
        conn.since = time.monotonic()
        conn.take_by = conn.since + limits.seconds_to_take(conn.sock.size)
        self.taking[conn] = None
        self.poller.register(conn.sock, EVENT_WRITE, partial(self.on_room, conn, fs))
        return None

    def on_room(self, conn: Guest, fs: Any, _sock: object = None) -> None:
        """Hand over some more of an answer."""
        try:
            taken = conn.sock.hand_over()
        except OSError:
            return self._cut_off(conn)
        if taken:
            del self.taking[conn]
            self.poller.unregister(conn.sock)
            self._go_on(conn, fs)
        return None

    def _go_on(self, conn: Guest, fs: Any) -> None:
        """Put back what had come of the next request, and do as gunicorn does."""
        if conn.surplus:
            conn.parser.unreader = IterUnreader(())
            conn.parser.unreader.unread(conn.surplus)
            conn.surplus = b""
        super().finish_request(conn, fs)

    def see_off(self, conn: Guest) -> None:
        """Say that nothing more comes from us, and listen for a moment."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, EVENT_READ, partial(self.on_last_words, conn))
        except (OSError, ValueError):
            util.close(conn.sock)
            return
        conn.leave_at = time.monotonic() + LEAVING_SECONDS
        self.leaving[conn] = None

    def on_last_words(self, conn: Guest, _sock: object = None) -> None:
        """Throw away what still comes."""
        try:
            data = conn.sock.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        conn.discarded += len(data)
        if not data or conn.discarded > LEAVING_BYTES:
            self._gone(conn)

    # --- patience ends ----------------------------------------------------------------------------

    def murder_pending(self) -> None:
        """Hang up on those who took too long, and on the oldest where there are too many; gunicorn
        calls this at least once a second, after each turn of its loop. Nobody is hung up on within
        a turn but by what happens on their own connection: there may be more of that to come in it.
        """
        super().murder_pending()
        self._make_room()
        now = time.monotonic()
        if now < self.look_at:
            return
        self.look_at = now + LOOK_SECONDS
        if not self.alive:
            self._hurry(now)
        for conn in [conn for conn in self.leaving if conn.leave_at <= now]:
            self._gone(conn)
        for conn in [conn for conn in self.arriving if conn.coming.deadline <= now]:
            self._turn_away(conn, HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW)
        for conn in [conn for conn in self.taking if conn.take_by <= now]:
            self._cut_off(conn)
        for conn in self._too_much():
            self._turn_away(conn, HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW)

    def _hurry(self, now: float) -> None:
        """A worker that stops waits a moment for what is on its way, and for those who have come in
        a moment ago; for nobody else who has not begun.
        """
        self.stop_at = self.stop_at or now + STOP_KEEPALIVE_LINGER
        for conn in self.arriving:
            begun = self.stop_at if conn.coming.size else conn.since + STOP_KEEPALIVE_LINGER
            conn.coming.deadline = min(conn.coming.deadline, begun)
        for conn in self.taking:
            conn.take_by = min(conn.take_by, self.stop_at + STOP_ANSWER_SECONDS)

    def _too_much(self) -> list[Guest]:
        """The oldest of those who are still sending, while more is held of them than may be."""
        held, found = sum(conn.coming.size for conn in self.arriving), []
        for conn in self.arriving:
            if held <= HELD:
                break
            found.append(conn)
            held -= conn.coming.size
        return found

    def _make_room(self) -> None:
        """Let as many go as there are too many of, so that there is room for whoever comes next."""
        while len(self.leaving) > (0 if self.is_crowded else LEAVING):
            self._gone(next(iter(self.leaving)))
        while sum(conn.sock.size for conn in self.taking) > limits.ANSWERS_HELD:
            self._cut_off(next(iter(self.taking)))
        most = self.worker_connections - self.cfg.threads
        while (self.is_crowded or self.nr_conns >= most) and self._let_one_go():
            self.is_crowded = False

    def _let_one_go(self) -> bool:
        """Hang up on somebody who waits between two requests, or else who has sent or taken for
        longest. False when everybody waits for us.
        """
        if self.keepalived_conns:
            idle = self.keepalived_conns.popleft()
            self.poller.unregister(idle.sock)
            self.nr_conns -= 1
            idle.close()
            return True
        dawdling = [next(iter(some)) for some in (self.arriving, self.taking) if some]
        oldest = min(dawdling, key=lambda conn: conn.since, default=None)
        if oldest in self.taking:
            self._cut_off(oldest)
        elif oldest:
            self._turn_away(oldest, HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW)
        return oldest is not None

    def _turn_away(self, conn: Guest, status: HTTPStatus, sentence: str) -> None:
        """Say why, to whoever has said anything, and hang up."""
        self._forget(conn)
        self.nr_conns -= 1
        if not conn.coming.size:
            return util.close(conn.sock)
        try:
            conn.sock.send(_plain(status, sentence))
        except OSError:
            return util.close(conn.sock)
        return self.see_off(conn)

    def _cut_off(self, conn: Guest) -> None:
        """Break off an answer that its client does not take, so that nothing of it is left."""
        if conn in self.taking:
            del self.taking[conn]
            self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        limits.reset_on_close(conn.sock)
        util.close(conn.sock)

    def _drop(self, conn: Guest) -> None:
        """They have gone in the middle of a request, or before one."""
        self._forget(conn)
        self.nr_conns -= 1
        util.close(conn.sock)

    def _forget(self, conn: Guest) -> None:
        self.arriving.pop(conn, None)
        self.poller.unregister(conn.sock)

    def _gone(self, conn: Guest) -> None:
        self.leaving.pop(conn, None)
        self.poller.unregister(conn.sock)
        util.close(conn.sock)


def _plain(status: HTTPStatus, sentence: str) -> bytes:
    """A whole answer in plain text, after which the connection ends."""
    lines: Iterable[str] = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(sentence)}",
        "Connection: close",
    )
    return "\r\n".join([*lines, "", sentence]).encode()
