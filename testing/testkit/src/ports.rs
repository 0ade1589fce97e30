//! Free ports for processes that are given a port and keep it across restarts.
//!
//! Several tests ask for ports concurrently. A UDP socket with the same number reserves a port, and
//! every test process tries to bind that socket first. The port lies below the kernel's range for
//! outgoing connections, so that no outgoing connection takes it.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

use anyhow::{Result, bail};

const FIRST: u16 = 20_000;
const LAST: u16 = 32_000;

/// A loopback port, reserved among test processes while this value lives.
#[derive(Debug)]
pub struct Port {
    number: u16,
    _reserved: UdpSocket,
}

impl Port {
    /// Returns a port on which no process listens.
    ///
    /// # Errors
    /// Returns an error if none of several thousand ports is free.
    pub fn free() -> Result<Self> {
        let count = LAST - FIRST;
        // Processes start at different offsets, so that they seldom try the same port.
        let offset = u16::try_from(std::process::id().wrapping_mul(37) % u32::from(count))?;
        for step in 0..count {
            let number = FIRST + (offset + step) % count;
            let Ok(reserved) = UdpSocket::bind((Ipv4Addr::LOCALHOST, number)) else {
                continue;
            };
            if TcpListener::bind((Ipv4Addr::LOCALHOST, number)).is_ok() {
                return Ok(Self {
                    number,
                    _reserved: reserved,
                });
            }
        }
        bail!("no port between {FIRST} and {LAST} is free");
    }

    /// Returns the number of the port.
    #[must_use]
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Returns the loopback address with this port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.number).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_given_once() {
        let (one, other) = (Port::free().unwrap(), Port::free().unwrap());
        assert_ne!(one.number(), other.number());
        let again = one.number();
        drop(one);
        assert!(UdpSocket::bind((Ipv4Addr::LOCALHOST, again)).is_ok());
    }
}
