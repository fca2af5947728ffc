//! Requests that no page of ours sends: none may end the server, or read what it was not given.

use crate::client::{Folder, Server, unheard};
use std::fs;
use std::io::Write;
use std::net::TcpStream;

/// What a file that must not be read holds: a triangle, so that reading it would succeed.
const SECRET: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

#[test]
fn oversized_bodies_are_refused() {
    let server = Server::start(&[]);
    for (path, length) in [
        ("/cast", 4 << 20),
        ("/steps", 4 << 20),
        ("/mesh?name=a.obj", 64 << 20),
    ] {
        let host = server.address;
        let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        // Announced, and never sent.
        let announced = format!("{head}Content-Length: {}\r\n\r\n", length + 1);
        assert_eq!(server.raw(announced.as_bytes()).unwrap().status, 413);
        let absurd = format!("{head}Content-Length: 99999999999999999999999\r\n\r\n");
        let answer = server.raw(absurd.as_bytes());
        assert!(answer.is_none_or(|a| a.status == 400));
    }
    // Not announced.
    let mut bytes = format!(
        "POST /cast HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    )
    .into_bytes();
    for _ in 0..5 {
        bytes.extend_from_slice(b"100000\r\n");
        bytes.resize(bytes.len() + 0x100000, b' ');
        bytes.extend_from_slice(b"\r\n");
    }
    // It may close before all is sent, so that the answer is lost on the way.
    let answer = server.raw(&bytes);
    assert!(answer.is_none_or(|a| a.status == 413));
    assert!(server.is_well());
}

#[test]
fn oversized_heads_are_refused() {
    let server = Server::start(&[]);
    let host = format!("Host: {}\r\n", server.address);
    let long = "a".repeat(100_000);
    for head in [
        format!("GET /{long} HTTP/1.1\r\n{host}\r\n"),
        format!("GET / HTTP/1.1\r\n{host}X: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\n{host}{}\r\n", "X: y\r\n".repeat(500)),
    ] {
        let answer = server.raw(head.as_bytes());
        assert!(answer.is_none_or(|a| matches!(a.status, 400 | 414 | 431)));
    }
    assert!(server.is_well());
}

#[test]
fn truncated_and_broken_requests_are_survived() {
    let server = Server::start(&[]);
    let whole = format!(
        "POST /cast HTTP/1.1\r\nHost: {}\r\nContent-Length: 50\r\n\r\n{{\"moving\":",
        server.address
    );
    for end in 0..whole.len() {
        if end % 7 == 0 || end + 1 == whole.len() {
            let answer = server.cut(&whole.as_bytes()[..end]);
            assert!(answer.is_none_or(|a| a.status == 400));
        }
    }
    for bytes in [
        &b"\x00\x01\x02\xff\xfe"[..],
        b"GET",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"POST /cast HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /cast HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ] {
        let answer = server.cut(bytes);
        assert!(answer.is_none_or(|a| (400..600).contains(&a.status)));
    }
    // Connections that say nothing, and stay.
    let idle: Vec<_> = (0..100)
        .map(|_| TcpStream::connect(server.address).unwrap())
        .collect();
    let mut slow = TcpStream::connect(server.address).unwrap();
    slow.write_all(b"POST /cast HT").unwrap();
    assert!(server.is_well());
    drop((idle, slow));
}

#[test]
fn wrong_types_are_refused_with_reasons() {
    let server = Server::start(&[]);
    for (path, body) in [
        ("/cast?method=magic", "{}"),
        ("/cast?max_steps=-1", "{}"),
        ("/cast?max_steps=4294967295", "{}"),
        ("/cast?target_distance=NaN", "{}"),
        ("/cast?scalar=f32", "{}"),
        ("/steps?%ff%fe=1", "{}"),
        ("/truth?start_overlap=%00", "{}"),
        ("/mesh", "x"),
        ("/mesh?name=a.obj&name=b.obj", "x"),
        ("/mesh?name=a.obj", ""),
    ] {
        let answer = server.post(path, body.as_bytes());
        assert_eq!(answer.status, 400, "{path}: {}", answer.text());
        assert!(answer.text().trim().len() > 10);
    }
    // No UTF-8, deep nesting, and numbers beyond all bounds are bad lines like any other.
    let deep = format!(
        r#"{{"moving":{{"shape":{}"#,
        r#"{"type":"rounded","shape":"#.repeat(5_000)
    );
    for body in [
        &b"\xff\xfe{}"[..],
        b"\x00",
        deep.as_bytes(),
        br#"{"id":{},"moving":1e400}"#,
    ] {
        let answer = server.post("/cast", body);
        assert!(answer.text().contains(r#""error":"#), "{}", answer.text());
    }
    for (method, path) in [
        ("GET", "/cast"),
        ("DELETE", "/"),
        ("PUT", "/mesh"),
        ("POST", "/"),
        ("BREW", "/cast"),
    ] {
        assert_eq!(
            server.ask(method, path, &[], b"").status,
            405,
            "{method} {path}"
        );
    }
    let answer = server.ask("CONNECT", "evil.example:443", &[], b"");
    assert!(matches!(answer.status, 400 | 404 | 405));
    assert!(server.is_well());
}

#[test]
fn no_path_leads_to_a_file() {
    let folder = Folder::new("paths");
    let (inside, secret) = (folder.0.join("given"), folder.0.join("secret.obj"));
    fs::create_dir_all(inside.join("below")).unwrap();
    fs::write(&secret, SECRET).unwrap();
    fs::write(inside.join("below/floor.obj"), SECRET).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, inside.join("link.obj")).unwrap();
    let server = Server::start(&["--meshes", inside.to_str().unwrap()]);
    for path in [
        "/../secret.obj",
        "/%2e%2e/secret.obj",
        "//etc/passwd",
        "/etc/passwd",
        "/page.js/../../etc/passwd",
        "/web/package.json",
        "/page.js%00",
        "http://localhost/etc/passwd",
    ] {
        let answer = server.get(path);
        assert!(
            matches!(answer.status, 400 | 404),
            "{path}: {}",
            answer.status
        );
    }
    let given = |name: &str| server.get(&format!("/mesh?file={name}"));
    assert_eq!(given("below/floor.obj").status, 200);
    assert_eq!(given("below%2Ffloor.obj").status, 200);
    let absolute = secret.to_str().unwrap().to_owned();
    for name in [
        "../secret.obj",
        "%2e%2e/secret.obj",
        "below/../../secret.obj",
        "link.obj",
        "./below/floor.obj",
        &absolute,
        "/etc/passwd",
        "below",
        "",
        ".",
        "..",
        "below%00/floor.obj",
        "file:///etc/passwd",
        "..%5csecret.obj",
    ] {
        let answer = given(name);
        assert!(matches!(answer.status, 400 | 404), "{name}");
        assert!(!answer.text().contains("root:"), "{name}");
        let line = format!(
            r#"{{"moving":{{"shape":{{"type":"point"}}}},"fixed":{{"shape":{{"type":"mesh","file":"{name}"}}}},"displacement":[0,0,1]}}"#
        );
        let answer = server.post("/cast", line.as_bytes());
        assert!(
            answer.text().contains(r#""error":"#),
            "{name}: {}",
            answer.text()
        );
    }
    // Without a folder there are no files at all.
    let bare = Server::start(&[]);
    assert_eq!(bare.get(&format!("/mesh?file={absolute}")).status, 404);
    assert_eq!(bare.get("/mesh?file=Cargo.toml").status, 404);
    assert!(server.is_well() && bare.is_well());
}

#[test]
fn foreign_origins_and_hosts_are_refused() {
    let server = Server::start(&[]);
    let own = format!("Origin: http://{}", server.address);
    let port = server.address.port();
    for (header, status) in [
        (own.as_str(), 200),
        ("Sec-Fetch-Site: same-origin", 200),
        ("Origin: http://evil.example", 403),
        ("Origin: null", 403),
        ("Sec-Fetch-Site: cross-site", 403),
        ("Sec-Fetch-Site: same-site", 403),
        (&format!("Host: evil.example:{port}"), 403),
        (&format!("Host: localhost:{port}"), 200),
        (&format!("Host: 192.0.2.1:{port}"), 403),
        ("Host: localhost", 403),
        ("Host: ", 403),
    ] {
        let answer = server.ask("POST", "/cast", &[header], b"{}");
        assert_eq!(answer.status, status, "{header}");
        assert!(!answer.head.to_lowercase().contains("access-control-allow"));
        assert!(
            answer
                .head
                .to_lowercase()
                .contains("content-security-policy")
        );
    }
    // What a browser asks before it sends something unusual from elsewhere.
    let preflight = [
        "Origin: http://evil.example",
        "Access-Control-Request-Method: POST",
    ];
    assert_eq!(server.ask("OPTIONS", "/cast", &preflight, b"").status, 403);
    // A page from elsewhere cannot even load the page's script.
    assert_eq!(
        server
            .ask("GET", "/page.js", &["Sec-Fetch-Site: cross-site"], b"")
            .status,
        403
    );
    let named = Server::start(&["--name", "bench.example"]);
    let host = format!("Host: bench.example:{}", named.address.port());
    assert_eq!(named.ask("POST", "/cast", &[&host], b"{}").status, 200);
}

#[test]
fn it_serves_and_refuses_where_nobody_reads_what_it_prints() {
    let server = Server::start_unheard().expect("a server");
    assert!(server.is_well());
    let mut refused = unheard(&["--meshes", "/no/such/folder"]);
    assert_eq!(refused.wait().unwrap().code(), Some(2));
}
