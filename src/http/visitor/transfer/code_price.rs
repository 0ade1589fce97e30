//! The price of a code by e-mail, so that programs cannot have e-mails sent to strangers for
//! nothing. The page does the work and sends its form again; a visitor without scripts sends the
//! form again after a minute. The decision about price and limits is that of the commit which
//! counts the code ([`crate::email::Emails`]).

use std::net::IpAddr;

use admission::Phase;
use admission::price::UnpaidPrice;
use axum::body::Body;
use http::header::RETRY_AFTER;
use http::{Response, StatusCode};
use protocol::proof_of_work::WorkContext;

use super::{RETRY_AFTER_SECONDS, TransferVisit};
use crate::email::CodePrice;
use crate::http::html::Nonce;
use crate::http::infra::client::RequestClient;
use crate::http::visit::price::{BroughtProofs, WORK_SCRIPT};
use crate::http::{html, paths};
use crate::pages::{IdentityError, IdentityPrice, NoticeWork};

impl TransferVisit<'_> {
    /// The price of a code for this visitor. Addresses that the room exempts pay nothing.
    pub(super) fn code_price(&self) -> CodePrice {
        let state = self.identified.state();
        let rules = &state.settings.price;
        if self.client().is_some_and(|client| rules.exempts(client)) {
            return CodePrice::EXEMPT;
        }
        let phase = state.published.snapshot.ledger().lifecycle.phase();
        CodePrice {
            place: rules.engine,
            is_prequeue: matches!(phase, Phase::PreQueue | Phase::Closed),
            is_exempt: false,
        }
    }

    /// The proofs with which the visitor pays for a code.
    pub(super) fn proofs_for_code(&self) -> BroughtProofs {
        self.visit().brought(self.code_context())
    }

    /// The fields that keep the visitor's proofs for another request.
    pub(super) fn proof_fields(&self) -> Vec<(&'static str, &str)> {
        self.visit().proof_fields(self.code_context())
    }

    /// Returns the page of a visitor who did not pay for a code: it does the work, if work pays the
    /// price, and sends the form again.
    pub(super) fn demand_for_code(&self, unpaid: UnpaidPrice) -> Response<Body> {
        let (visit, context) = (self.visit(), self.code_context());
        let nonce = Nonce::new(visit.app.entropy.nonce());
        let stamp = visit.stamp_of(context);
        let challenge = unpaid.work.map(|units| visit.work_for(context, units).to_json());
        let script = visit.app.assets.script(WORK_SCRIPT).map(paths::asset);
        let price = IdentityPrice {
            stamp: &stamp,
            nonce: nonce.as_str(),
            work: challenge.as_ref().map(|challenge| NoticeWork {
                script: script.as_deref(),
                challenge,
            }),
        };
        // Where only waiting pays, a minute is what the visitor has to wait.
        let error = price.work.is_none().then_some(IdentityError::Many);
        let page = self.identity_page(self.first_step(), error, Some(price), &[]);
        let mut response = html::page(StatusCode::SERVICE_UNAVAILABLE, page, Some(&nonce));
        html::allow_worker(response.headers_mut());
        response.headers_mut().insert(RETRY_AFTER, RETRY_AFTER_SECONDS.into());
        response
    }

    /// The address of the visitor's client.
    pub(super) fn client(&self) -> Option<IpAddr> {
        let visit = self.visit();
        RequestClient::of(visit.parts, &visit.app.trusted_proxies).address
    }

    fn code_context(&self) -> WorkContext {
        let run = self.identified.state().published.snapshot.run();
        WorkContext {
            run: run.0,
            network: self.visit().room().network_of_codes(run, self.client()).0,
        }
    }
}
