//! Free ports for processes that are told their port, and keep it when they are started again.
//!
//! Several tests ask at once. A port is reserved by a UDP socket of the same number, which every
//! rig tries first; and it lies below the range from which the kernel takes ports for outgoing
//! connections, so that no connection of a neighbour gets into the way.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

use anyhow::{Result, bail};

const FIRST: u16 = 20_000;
const LAST: u16 = 32_000;

/// A port of the loopback, reserved among rigs while this lives.
#[derive(Debug)]
pub struct Port {
    number: u16,
    _reserved: UdpSocket,
}

impl Port {
    /// A port on which nobody listens.
    ///
    /// # Errors
    /// If none of some thousands is free.
    pub fn free() -> Result<Self> {
        let count = LAST - FIRST;
        // Neighbours begin elsewhere, so that they seldom try the same.
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

    /// Its number.
    #[must_use]
    pub fn number(&self) -> u16 {
        self.number
    }

    /// The address on the loopback.
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
