//! Connections: a limited number, request heads within a time limit, clients that read what they are sent.

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Sleep, sleep, timeout};
use tower::ServiceExt as _;

/// The most connections, where the program may open as many files: two seats of a thousand battles, each with one
/// connection for requests and one for updates, and as many strangers. More wait in the system's queue.
const CONNECTIONS: usize = 6_000;
/// Open files besides connections.
#[cfg(target_os = "linux")]
const OTHER_FILES: u64 = 124;
/// The most connections of one address, except this machine's own.
const OF_ADDRESS: u32 = 300;
/// The time in which the head of a request must arrive; a connection without a request is closed after it.
const HEAD: Duration = Duration::from_secs(15);
/// The time in which a client must accept data.
const TAKEN: Duration = Duration::from_secs(30);
/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 64 * 1024;
/// The time in which open requests may finish when the program ends.
const FAREWELL: Duration = Duration::from_secs(3);

/// The number of connections possible: the system limits the open files of a program, and raises the limit on request.
#[cfg(target_os = "linux")]
fn room() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = CONNECTIONS as u64 + OTHER_FILES;
    let most = limit.maximum.map_or(wanted, |most| most.min(wanted));
    let mut files = limit.current.unwrap_or(wanted);
    if files < most && setrlimit(Resource::Nofile, Rlimit { current: Some(most), ..limit }).is_ok() {
        files = most;
    }
    usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(CONNECTIONS).clamp(16, CONNECTIONS)
}

#[cfg(not(target_os = "linux"))]
fn room() -> usize {
    CONNECTIONS
}

/// Serves until `end`.
pub async fn serve(listener: TcpListener, routes: Router, end: impl Future<Output = ()> + Send) -> io::Result<()> {
    let room = room();
    let places = Arc::new(Semaphore::new(room));
    let addresses = Arc::new(crate::http::Count::default());
    let (closing, open) = watch::channel(());
    let mut end = std::pin::pin!(end);
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
        let (stream, peer) = tokio::select! {
            () = &mut end => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, or a client that disconnected: others may still connect.
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
        };
        let _ = stream.set_nodelay(true);
        let addresses = Arc::clone(&addresses);
        let service = routes.clone().map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(axum::body::Body::new)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(Patient::new(stream)), TowerToHyperService::new(service))
            .with_upgrades();
        let mut open = open.clone();
        tokio::spawn(async move {
            let most = if peer.ip().is_loopback() { u32::MAX } else { OF_ADDRESS };
            let Some(_share) = addresses.take(peer.ip(), most) else { return };
            let mut connection = std::pin::pin!(connection);
            // An error of a connection concerns the client only.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = open.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = timeout(FAREWELL, connection).await;
                }
            }
            drop(place);
        });
    }
    // Open requests finish; an idle connection ends at once.
    drop(closing);
    let all = u32::try_from(room).unwrap_or(u32::MAX);
    let _ = timeout(FAREWELL, places.acquire_many(all)).await;
    Ok(())
}

/// A stream whose peer must accept data within the time limit.
struct Patient {
    stream: TcpStream,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    const fn new(stream: TcpStream) -> Self {
        Self { stream, waiting: None }
    }

    /// The result of a write: one that waits too long is an error.
    fn timed<T>(&mut self, done: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waiting = None;
            return done;
        }
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(TAKEN)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(done, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.timed(done, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
