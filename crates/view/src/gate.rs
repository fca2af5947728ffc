//! Who may ask: the page itself, and programs on this machine; no page from anywhere else.
//!
//! A browser lets any page send requests to this machine. Two checks keep such pages out. The `Host` must be one that this
//! server is known by, which stops a foreign name that has been pointed at this machine (DNS rebinding): an address in
//! digits cannot be pointed elsewhere, so addresses and `localhost` are all that is needed. And what browsers say of where
//! a request comes from, `Origin` and `Sec-Fetch-Site`, must be this server itself. A program that is no browser says neither.

use hyper::HeaderMap;
use hyper::header::{HOST, HeaderName, ORIGIN};
use std::net::IpAddr;

/// What this server is known by.
#[derive(Clone, Debug)]
pub struct Gate {
    /// Whether it listens on a loopback address.
    pub loopback: bool,
    /// The port it listens on.
    pub port: u16,
    /// Names that it was told to answer to.
    pub names: Vec<String>,
}

impl Gate {
    /// Checks where a request comes from.
    ///
    /// # Errors
    /// What is wrong, as a sentence for whoever asked.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let host = only(headers, &HOST).ok_or("one Host is needed")?;
        if !self.knows(host) {
            return Err("this server does not go by that Host (see --name)");
        }
        let from = headers.get_all(ORIGIN);
        let own = |origin: &str| origin.strip_prefix("http://") == Some(host);
        if from.iter().any(|o| !o.to_str().is_ok_and(own)) {
            return Err("requests from other sites are refused");
        }
        let site = HeaderName::from_static("sec-fetch-site");
        let known = |value: &str| matches!(value, "same-origin" | "none");
        let mut sites = headers.get_all(site).iter();
        if sites.any(|s| !s.to_str().is_ok_and(known)) {
            return Err("requests from other sites are refused");
        }
        Ok(())
    }

    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.port) {
            return false;
        }
        let digits = name.strip_prefix('[').and_then(|n| n.strip_suffix(']'));
        if let Ok(address) = digits.unwrap_or(name).parse::<IpAddr>() {
            return address.is_ipv6() == digits.is_some()
                && (address.is_loopback() || !self.loopback);
        }
        let named = |known: &String| known.eq_ignore_ascii_case(name);
        name.eq_ignore_ascii_case("localhost") || self.names.iter().any(named)
    }
}

/// The header's value when it is given once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    fn gate(loopback: bool) -> Gate {
        Gate {
            loopback,
            port: 8472,
            names: vec!["bench.example".to_owned()],
        }
    }

    fn passes(gate: &Gate, given: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(*name, HeaderValue::from_static(value));
        }
        gate.check(&headers).is_ok()
    }

    #[test]
    fn it_is_known_by_its_addresses_its_port_and_its_names() {
        for (host, here, anywhere) in [
            ("127.0.0.1:8472", true, true),
            ("127.1.2.3:8472", true, true),
            ("[::1]:8472", true, true),
            ("localhost:8472", true, true),
            ("LocalHost:8472", true, true),
            ("bench.example:8472", true, true),
            ("192.0.2.7:8472", false, true),
            ("[2001:db8::7]:8472", false, true),
            ("::1:8472", false, false),
            ("127.0.0.1", false, false),
            ("[::1]", false, false),
            ("127.0.0.1:80", false, false),
            ("127.0.0.1:8472x", false, false),
            ("localhost.evil.example:8472", false, false),
            ("127.0.0.1.evil.example:8472", false, false),
            ("0x7f000001:8472", false, false),
            ("", false, false),
        ] {
            assert_eq!(passes(&gate(true), &[("host", host)]), here, "{host}");
            assert_eq!(passes(&gate(false), &[("host", host)]), anywhere, "{host}");
        }
        assert!(!passes(&gate(true), &[]));
        let twice = [("host", "localhost:8472"), ("host", "localhost:8472")];
        assert!(!passes(&gate(true), &twice));
    }

    #[test]
    fn other_sites_are_refused_however_they_say_where_they_are_from() {
        let host = ("host", "localhost:8472");
        let from = |name, value| passes(&gate(true), &[host, (name, value)]);
        assert!(from("origin", "http://localhost:8472"));
        assert!(from("sec-fetch-site", "same-origin"));
        assert!(from("sec-fetch-site", "none"));
        for origin in [
            "null",
            "http://evil.example",
            "http://localhost:8473",
            "https://localhost:8472",
            "http://127.0.0.1:8472",
            "http://localhost:8472.evil.example",
            "",
        ] {
            assert!(!from("origin", origin), "{origin}");
        }
        assert!(!from("sec-fetch-site", "cross-site") && !from("sec-fetch-site", "same-site"));
        let both = [
            host,
            ("origin", "http://localhost:8472"),
            ("origin", "http://evil.example"),
        ];
        assert!(!passes(&gate(true), &both));
    }
}
