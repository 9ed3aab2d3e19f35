//! The table in the browser: battles of the house over HTTP, each seat's view over a WebSocket, every change stored in
//! the archive before a client is told.
//!
//! Nothing here names a ruleset. Texts come from `words`, in both languages at once; a seat is sent only what its own
//! view of the battle holds.

mod hall;
mod http;
mod lane;
mod links;
mod listen;
mod place;
mod token;
mod turns;

pub use host::assist::unsaid;
pub use host::wire;
pub use http::openapi;

use archive::{Archive, ArchiveError, Grant};
use game::Ruleset;
use hall::Hall;
use host::error;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use or not ours.
    #[error("{address}: {reason}")]
    Listen {
        /// The address requested.
        address: SocketAddr,
        /// Whether another program listens there.
        taken: bool,
        reason: std::io::Error,
    },
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error("{0}")]
    Serve(std::io::Error),
}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    hall: Arc<Hall>,
    address: SocketAddr,
    token: String,
}

/// Options for running a server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Scheme and host under which a proxy publishes the table (`https`, `table.example.org`).
    pub public: Option<(String, String)>,
    /// Battles take their dice from this number and their order of creation, so that the dice are known: for
    /// demonstrations, or to reproduce a fault.
    pub seed: Option<u64>,
}

/// The interval at which unused battles are searched for.
const TIDY: Duration = Duration::from_secs(60);

impl Server {
    /// Opens the archive and listens.
    ///
    /// # Errors
    /// If the address is not available or the archive cannot be used.
    pub async fn bind(
        address: SocketAddr,
        archive: Archive,
        rulesets: Vec<&'static dyn Ruleset>,
    ) -> Result<Self, ServeError> {
        Self::bind_with(address, archive, rulesets, Options::default()).await
    }

    /// The same with options.
    ///
    /// # Errors
    /// If the address is not available or the archive cannot be used.
    pub async fn bind_with(
        address: SocketAddr,
        archive: Archive,
        rulesets: Vec<&'static dyn Ruleset>,
        options: Options,
    ) -> Result<Self, ServeError> {
        let listener = TcpListener::bind(address).await.map_err(|reason| ServeError::Listen {
            address,
            taken: reason.kind() == std::io::ErrorKind::AddrInUse,
            reason,
        })?;
        let address = listener.local_addr().map_err(ServeError::Serve)?;
        let shown = options.public.as_ref().map(|(scheme, host)| vec![format!("{scheme}://{host}")]);
        let addresses = shown.unwrap_or_else(|| addresses(address));
        let hall = Arc::new(Hall::open(archive, rulesets, addresses, address.port(), options).await?);
        let token = hall.tokens.give(&hall.archive, Grant::House, hall::now()).await?;
        Ok(Self { listener, hall, address, token })
    }

    /// The address on which it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The owner's token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Addresses at which other devices reach it.
    #[must_use]
    pub fn addresses(&self) -> &[String] {
        &self.hall.addresses
    }

    /// Whether the client was present when the program was built.
    #[must_use]
    pub fn has_client() -> bool {
        http::has_client()
    }

    /// Serves until `end`.
    ///
    /// # Errors
    /// If the system stops it.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        // A client that reaches a loopback address is on this machine, unless a proxy forwards it: the plain address
        // opens the table.
        let alone = self.address.ip().is_loopback() && self.hall.public.is_none();
        let key = alone.then_some(self.token);
        let routes = http::routes(Arc::clone(&self.hall), key);
        let hall = Arc::clone(&self.hall);
        let tidying = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TIDY).await;
                hall.forget_idle().await;
            }
        });
        let served = listen::serve(self.listener, routes, end).await;
        tidying.abort();
        self.hall.archive.close().await;
        served.map_err(ServeError::Serve)
    }
}

/// The addresses of this machine except its loopback, if it listens there.
fn addresses(listening: SocketAddr) -> Vec<String> {
    let at = |ip: IpAddr| format!("http://{}", SocketAddr::new(ip, listening.port()));
    if listening.ip().is_loopback() {
        return Vec::new();
    }
    if !listening.ip().is_unspecified() {
        return vec![at(listening.ip())];
    }
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let mut ips: Vec<IpAddr> = all.iter().map(if_addrs::Interface::ip).filter(IpAddr::is_ipv4).collect();
    ips.retain(|ip| !ip.is_loopback());
    ips.sort_unstable();
    ips.dedup();
    ips.into_iter().map(at).collect()
}
