//! The program, started, and bytes sent to it as they are.

use std::io::{BufRead, BufReader, Read, Write, pipe};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The running program; ended when dropped.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

impl Server {
    pub fn start(flags: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_swept-view"))
            .args(["--port", "0"])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("swept-view: http://").unwrap();
        let address = url.trim_end_matches('/').parse().unwrap();
        Self { child, address }
    }

    /// The program with nobody who reads what it prints; `None` where it has ended instead of taking connections.
    pub fn start_unheard() -> Option<Self> {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let child = unheard(&["--port", &address.port().to_string()]);
        let mut server = Self { child, address };
        while TcpStream::connect(address).is_err() {
            if server.child.try_wait().unwrap().is_some() {
                return None;
            }
            sleep(Duration::from_millis(10));
        }
        Some(server)
    }

    /// Whether it still answers, and rightly.
    pub fn is_well(&self) -> bool {
        let line = r#"{"moving":{"shape":{"type":"point"}},"fixed":{"shape":{"type":"sphere","radius":1},"position":[3,0,0]},"displacement":[4,0,0]}"#;
        let answer = self.post("/cast", line.as_bytes());
        answer.status == 200 && (fraction(answer.text()) - 0.5).abs() < 1e-12
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &[u8]) -> Answer {
        self.ask("POST", path, &[], body)
    }

    /// A whole request, with these headers on top of the usual ones.
    pub fn ask(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers
            .iter()
            .any(|h| h.to_lowercase().starts_with("host:"))
        {
            text += &format!("Host: {}\r\n", self.address);
        }
        for header in headers {
            text += &format!("{header}\r\n");
        }
        text += &format!(
            "Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(body);
        self.raw(&bytes).expect("an answer")
    }

    /// Bytes as they are; the answer, if there is one. They must be such that the server closes the connection.
    pub fn raw(&self, bytes: &[u8]) -> Option<Answer> {
        self.send(bytes, false)
    }

    /// The same, breaking off after these bytes.
    pub fn cut(&self, bytes: &[u8]) -> Option<Answer> {
        self.send(bytes, true)
    }

    fn send(&self, bytes: &[u8], cut: bool) -> Option<Answer> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let patience = Some(Duration::from_secs(20));
        stream.set_read_timeout(patience).unwrap();
        // The server may refuse, answer and close before it has read all.
        let _ = stream.write_all(bytes);
        if cut {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let mut said = Vec::new();
        let _ = stream.read_to_end(&mut said);
        let end = said.windows(4).position(|w| w == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&said[..end]).into_owned();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer {
            status,
            head,
            body: said[end + 4..].to_vec(),
        })
    }
}

/// The program with pipes for its output that are closed at the other end.
pub fn unheard(flags: &[&str]) -> Child {
    let closed = || pipe().unwrap().1;
    Command::new(env!("CARGO_BIN_EXE_swept-view"))
        .args(flags)
        .stdout(closed())
        .stderr(closed())
        .spawn()
        .unwrap()
}

/// The fraction of an answer line; NaN when it has none.
pub fn fraction(line: &str) -> f64 {
    let said: serde_json::Value = serde_json::from_str(line).unwrap();
    said["fraction"].as_f64().unwrap_or(f64::NAN)
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A new empty folder, removed when dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("swept-view-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
