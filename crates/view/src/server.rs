//! Takes connections, and bounds what they may cost: bytes, time, and how much is worked on at once.

use crate::api::{self, Ask, Reply, State};
use crate::args::Args;
use crate::gate::Gate;
use bytes::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Connections at a time. A browser keeps six for each tab; those beyond wait to be taken.
const CONNECTIONS: usize = 512;
/// How long a connection may take over the head of a request, or stay open without one.
const HEAD: Duration = Duration::from_secs(30);
/// How long a request's body may take.
const BODY: Duration = Duration::from_secs(60);
/// The longest head of a request, and the most lines in it.
const HEAD_BYTES: usize = 32 << 10;
const HEAD_LINES: usize = 64;

/// Sent with every answer: nothing but this server's own files may be loaded or asked, by nobody but its own page.
const GUARDS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
];

/// Serves until the program is ended.
///
/// # Errors
/// Why it cannot, as a phrase.
pub fn run(args: &Args) -> Result<(), String> {
    let state = State::new(args.meshes.as_deref())?;
    let workers = available_parallelism().map_or(2, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(workers.min(4))
        // Casts are counted by the processors, and one more so that a long one does not stop all others.
        .max_blocking_threads(workers + 1)
        .enable_all()
        .build()
        .map_err(|e| format!("threads: {e}"))?;
    runtime.block_on(serve(args, Arc::new(state)))
}

async fn serve(args: &Args, state: Arc<State>) -> Result<(), String> {
    let address = SocketAddr::new(args.bind, args.port);
    let listener = TcpListener::bind(address)
        .await
        .map_err(|e| format!("{address}: {e} (try another --port; 0 takes any that is free)"))?;
    let local = listener
        .local_addr()
        .map_err(|e| format!("{address}: {e}"))?;
    announce(args, local);
    let gate = Arc::new(Gate {
        loopback: local.ip().is_loopback(),
        port: local.port(),
        names: args.name.clone(),
    });
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(permit) = room.clone().acquire_owned().await else {
            return Ok(());
        };
        // Out of file handles, or the other side has gone already: nothing that waiting does not mend.
        let Ok((stream, _)) = listener.accept().await else {
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let (gate, state) = (gate.clone(), state.clone());
        tokio::spawn(async move {
            connection(stream, gate, state).await;
            drop(permit);
        });
    }
}

/// Says where the page is, and opens it if that was asked for.
fn announce(args: &Args, local: SocketAddr) {
    let mut host = local;
    if local.ip().is_unspecified() {
        host.set_ip(match local {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    let url = format!("http://{host}/");
    // The page is served where nobody reads this, too.
    let _ = writeln!(io::stdout(), "swept-view: {url}");
    if let Some(missing) = crate::page::missing() {
        crate::say(&format!("warning: {missing}"));
    }
    if args.open
        && let Err(e) = open::that_detached(&url)
    {
        crate::say(&format!("warning: no browser could be opened: {e}"));
    }
}

async fn connection(stream: TcpStream, gate: Arc<Gate>, state: Arc<State>) {
    // Answers are short: they should not wait for more to send.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(|request| {
        let (gate, state) = (gate.clone(), state.clone());
        async move { Ok::<_, Infallible>(respond(answer(request, &gate, state).await)) }
    });
    // What goes wrong here is the other side's: it broke off, was too slow, or spoke no HTTP.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEAD_LINES)
        .serve_connection(TokioIo::new(stream), answer)
        .await;
}

async fn answer(request: Request<Incoming>, gate: &Gate, state: Arc<State>) -> Reply {
    if let Err(why) = gate.check(request.headers()) {
        return Reply::text(StatusCode::FORBIDDEN, why);
    }
    let (head, body) = request.into_parts();
    let limit = match api::limit(&head.method, head.uri.path()) {
        Ok(limit) => limit,
        Err(refusal) => return refusal,
    };
    let body = match timeout(BODY, whole(body, limit)).await {
        Ok(Ok(body)) => body,
        Ok(Err(refusal)) => return refusal,
        Err(_) => return Reply::text(StatusCode::REQUEST_TIMEOUT, "the body took too long"),
    };
    let ask = Ask {
        path: head.uri.path().to_owned(),
        query: head.uri.query().unwrap_or_default().to_owned(),
        body,
    };
    // A panic is a fault of ours; it must not take the server with it.
    let worked = tokio::task::spawn_blocking(move || api::answer(&state, &ask)).await;
    worked.unwrap_or_else(|_| {
        let message = "this case made the server panic: please report it";
        Reply::text(StatusCode::INTERNAL_SERVER_ERROR, message)
    })
}

/// The body, unless it is longer than `limit` or breaks off.
async fn whole(body: Incoming, limit: usize) -> Result<Bytes, Reply> {
    let too_long = || {
        let message = format!("too long (expected at most {limit} bytes)");
        Reply::text(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    if body.size_hint().lower() > limit as u64 {
        return Err(too_long());
    }
    match Limited::new(body, limit).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(e) if e.is::<LengthLimitError>() => Err(too_long()),
        Err(_) => Err(Reply::text(StatusCode::BAD_REQUEST, "the body broke off")),
    }
}

fn respond(reply: Reply) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(reply.body));
    *response.status_mut() = reply.status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(reply.kind));
    for (name, value) in GUARDS {
        let name = HeaderName::from_static(name);
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
