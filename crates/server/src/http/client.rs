//! The client: embedded files, served from memory. No path of a request reaches the disk.

use axum::body::Body;
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri, header};

/// A file of the client.
pub struct File {
    name: &'static str,
    tag: &'static str,
    plain: &'static [u8],
    packed: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/client.rs"));

/// Whether the client was present when the program was built.
pub fn built() -> bool {
    FILES.len() > 1
}

/// A file by its name; every page of the client is its first one.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response<Body> {
    if method != Method::GET && method != Method::HEAD {
        return answer(StatusCode::METHOD_NOT_ALLOWED, Body::empty());
    }
    let path = uri.path();
    let found = FILES.iter().find(|file| file.name == path);
    let page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let Some(file) = found.or_else(|| FILES.iter().find(|file| page && file.name == "/index.html")) else {
        return answer(StatusCode::NOT_FOUND, Body::empty());
    };
    let says = |name: header::HeaderName, what: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(what))
    };
    if says(header::IF_NONE_MATCH, file.tag) {
        return answer(StatusCode::NOT_MODIFIED, Body::empty());
    }
    let packed = says(header::ACCEPT_ENCODING, "gzip") && !file.packed.is_empty();
    // Names of built files carry a hash of their content: those never change.
    let lasting = file.name.starts_with("/assets/") || file.name.starts_with("/rules/");
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, kind(file.name))
        .header(header::ETAG, file.tag)
        .header(header::VARY, "accept-encoding")
        .header(header::CACHE_CONTROL, if lasting { "public, max-age=31536000, immutable" } else { "no-cache" });
    if packed {
        response = response.header(header::CONTENT_ENCODING, "gzip");
    }
    let bytes = if packed { file.packed } else { file.plain };
    let body = if method == Method::HEAD { Body::empty() } else { Body::from(bytes) };
    response.body(body).unwrap_or_else(|_| answer(StatusCode::INTERNAL_SERVER_ERROR, Body::empty()))
}

fn answer(status: StatusCode, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
