//! Requests as the vendor's clients put them on the wire, one by one: with the fields, encodings
//! and forms of the path that each client uses. `{PUBLIC}` stands for the key and `{TOKEN}` for a
//! token from the server; lines end with CR LF on the wire.

use super::*;

const PAGE: &str = "https://www.example.com/tickets?evt=1";

/// The kind of the answer to a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// The visitor waits in the room, with a token: a new one, or the one that was sent.
    Waits,
    /// The page was reported.
    Updated,
    /// The rooms.
    Feed,
    /// The browser goes to the room.
    SentToRoom,
}

/// A client, the expected result, and its request.
const RECORDED: &[(&str, Taken, &str)] = &[
    (
        "JavaScript 2.5.0, a newcomer",
        Taken::Waits,
        "POST /v1/requests/ HTTP/1.1\naccept: application/json, text/plain, */*\ncontent-type: application/json\nx-api-key: {PUBLIC}\nuser-agent: axios/0.27.2\n\n\
         {\"agent\":\"Mozilla/5.0 (Probe) +x\",\"ip\":\"203.0.113.9\",\"lang\":\"en-GB,en;q=0.9\",\"url\":\"https://www.example.com/tickets?evt=1&x=a%20b\"}",
    ),
    (
        "JavaScript 2.5.0, once more",
        Taken::Waits,
        "GET /v1/requests/{TOKEN}?agent=Mozilla%2F5.0+(Probe)+%2Bx&ip=203.0.113.9&lang=en-GB,en%3Bq%3D0.9&url=https:%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1%26x%3Da%2520b HTTP/1.1\n\
         accept: application/json, text/plain, */*\nx-api-key: {PUBLIC}\nuser-agent: axios/0.27.2\n\n",
    ),
    (
        "JavaScript 2.5.0 with an integrator's own fields, which the room does not read",
        Taken::Waits,
        "POST /v1/requests/ HTTP/1.1\ncontent-type: application/json\nx-api-key: {PUBLIC}\n\n\
         {\"agent\":\"Mozilla/5.0\",\"ip\":\"203.0.113.9\",\"url\":\"https://www.example.com/tickets\",\"captcha\":\"xyz\",\"n\":1}",
    ),
    (
        "JavaScript 2.5.0 as a waiting room",
        Taken::Waits,
        "GET /v1/requests/{TOKEN}?agent=Mozilla%2F5.0&ip=203.0.113.9&lang=en-GB&slug=the-sale HTTP/1.1\nx-api-key: {PUBLIC}\n\n",
    ),
    (
        "JavaScript 2.5.0 in a browser",
        Taken::Waits,
        "POST /v1/requests/ HTTP/1.1\norigin: https://www.example.com\ncontent-type: application/json\nx-api-key: {PUBLIC}\nuser-agent: Mozilla/5.0\naccept-language: en-GB\n\n\
         {\"url\":\"https://www.example.com/tickets?a=1\"}",
    ),
    (
        "JavaScript 2.5.0 in a Worker",
        Taken::Waits,
        "GET /v1/requests/{TOKEN}?agent=UA&ip=203.0.113.4&url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fx%3Da%2520b HTTP/1.1\nx-api-key: {PUBLIC}\n\n",
    ),
    (
        "JavaScript 2.5.0, a page's time",
        Taken::Updated,
        "PUT /v1/responses/resp1 HTTP/1.1\ncontent-type: application/json\nx-api-key: {PUBLIC}\n\n{\"httpCode\":503,\"sampleRate\":1,\"time\":77}",
    ),
    (
        "JavaScript 2.2.0, a page's time",
        Taken::Updated,
        "PUT /v1/responses/0123456789abcdef0123456789abcdef HTTP/1.1\ncontent-type: application/json\nx-api-key: {PUBLIC}\n\n{\"httpCode\":200,\"time\":2}",
    ),
    (
        "JavaScript 2.5.0, hybrid",
        Taken::Feed,
        "GET /v1/rooms/ HTTP/1.1\naccept: application/json, text/plain, */*\nx-api-key: {PUBLIC}\n\n",
    ),
    (
        "PHP and WordPress, a newcomer",
        Taken::Waits,
        "POST /v1/requests/ HTTP/1.1\nAccept: */*\nContent-Type: application/json\nx-api-key: {PUBLIC}\n\n\
         {\n    \"url\": \"https:\\/\\/www.example.com\\/tickets?evt=1&ch-fresh=66f0c1a2b3d4e\",\n    \"ip\": \"203.0.113.9\",\n    \"agent\": \"Mozilla\\/5.0\",\n    \"lang\": \"de-DE,de;q=0.9\"\n}",
    ),
    (
        "PHP and WordPress, once more",
        Taken::Waits,
        "GET /v1/requests/{TOKEN}?url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1%26ch-fresh%3D66f0c1a2b3d4e&ip=203.0.113.9&agent=Mozilla%2F5.0+%28Probe%29&lang=de-DE%2Cde%3Bq%3D0.9 HTTP/1.1\n\
         Accept: */*\nx-api-key: {PUBLIC}\n\n",
    ),
    (
        "PHP and WordPress, a page's time",
        Taken::Updated,
        "PUT /v1/responses/0123456789abcdef0123456789abcdef HTTP/1.1\nAccept: */*\nContent-Type: application/json\nx-api-key: {PUBLIC}\n\n\
         {\n    \"code\": 200,\n    \"time\": 12.340000152588\n}",
    ),
    (
        ".NET 1.1, a newcomer",
        Taken::Waits,
        "POST /v1/requests/ HTTP/1.1\nAccept: application/json\nx-api-key: {PUBLIC}\nx-request-source: dotnet-sdk/1.1.0\nContent-Type: application/x-www-form-urlencoded\n\n\
         url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1&ip=203.0.113.9&agent=Mozilla%2F5.0&lang=en-GB",
    ),
    (
        ".NET 1.1, once more",
        Taken::Waits,
        "GET /v1/requests/{TOKEN}?url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1&ip=203.0.113.9&agent=Mozilla%2F5.0%20%28Probe%29&lang=en-GB HTTP/1.1\n\
         Accept: application/json\nx-api-key: {PUBLIC}\nx-request-source: dotnet-sdk/1.1.0\n\n",
    ),
    (
        ".NET 1.1, the rooms",
        Taken::Feed,
        "GET /v1/rooms HTTP/1.1\nx-api-key: {PUBLIC}\nx-request-source: dotnet-sdk/1.1.0\n\n",
    ),
    (
        ".NET 1.1, a page's time",
        Taken::Updated,
        "PUT /v1/responses/0123456789abcdef0123456789abcdef HTTP/1.1\nContent-Type: application/json\nx-api-key: {PUBLIC}\nx-request-source: dotnet-sdk/1.1.0\n\n\
         {\"httpCode\":200,\"sampleRate\":5,\"time\":41}",
    ),
    (
        ".NET 1.0, which encodes nothing, so that the page ends at its first &",
        Taken::Waits,
        "GET /v1/requests/{TOKEN}?url=https://www.example.com/tickets?evt=1&x=2&ip=203.0.113.9&agent=Mozilla/5.0&lang=en-GB HTTP/1.1\nx-api-key: {PUBLIC}\n\n",
    ),
    (
        "Cloudflare, a newcomer",
        Taken::Waits,
        "POST /v1/requests HTTP/1.1\ncontent-type: application/json\nx-api-key: {PUBLIC}\n\n\
         {\"agent\":\"UA 1\",\"ip\":\"203.0.113.5\",\"lang\":null,\"code\":null,\"url\":\"https://www.example.com/tickets?ch-requested=2026-11-21T02%3A39%3A20Z&evt=1\"}",
    ),
    (
        "Cloudflare, once more",
        Taken::Waits,
        "GET /v1/requests/{TOKEN}?url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1&agent=UA%201&ip=203.0.113.5&lang=null HTTP/1.1\nx-api-key: {PUBLIC}\n\n",
    ),
    (
        "Cloudflare, a page's time",
        Taken::Updated,
        "PUT /v1/responses/0123456789abcdef0123456789abcdef HTTP/1.1\ncontent-type: application/json\nx-api-key: {PUBLIC}\n\n{\"httpCode\":201,\"sampleRate\":3,\"time\":37}",
    ),
    (
        "CloudFront, a newcomer without a language",
        Taken::Waits,
        "POST /v1/requests HTTP/1.1\ncontent-type: application/json\nx-api-key: {PUBLIC}\n\n\
         {\"agent\":\"Amazon CloudFront\",\"ip\":\"2001:db8::9\",\"url\":\"https://www.example.com:443/tickets?evt=1\"}",
    ),
    (
        "CloudFront, once more",
        Taken::Waits,
        "GET /v1/requests/{TOKEN}?url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1&agent=Amazon%20CloudFront&ip=2001%3Adb8%3A%3A9&lang=null&code=null HTTP/1.1\nx-api-key: {PUBLIC}\n\n",
    ),
    (
        "CloudFront, a page's time without an id",
        Taken::Updated,
        "PUT /v1/responses/undefined HTTP/1.1\ncontent-type: application/json\nx-api-key: {PUBLIC}\n\n{\"httpCode\":200,\"sampleRate\":10,\"time\":512}",
    ),
    (
        "Akamai, a newcomer's browser",
        Taken::SentToRoom,
        "GET /v1/redirect/requests?ch-public-key={PUBLIC}&url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1&ch-code=&whitelabel=true&agent=Mozilla%2F5.0&lang=en-GB&ip=null HTTP/1.1\n\
         accept: text/html\n\n",
    ),
    (
        "Akamai, a browser with a token",
        Taken::SentToRoom,
        "GET /v1/redirect/requests/{TOKEN}?ch-public-key={PUBLIC}&url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1&ch-code=&whitelabel=true&agent=Mozilla%2F5.0&lang=en-GB&ip=203.0.113.9 HTTP/1.1\n\
         accept: text/html\n\n",
    ),
    (
        "Akamai, the rooms",
        Taken::Feed,
        "GET /v1/rooms HTTP/1.1\nx-api-key: {PUBLIC}\nx-request-source: akamai\n\n",
    ),
    (
        "Flutter, a newcomer without an address",
        Taken::Waits,
        "POST /v1/requests HTTP/1.1\ncontent-type: application/json; charset=utf-8\nx-api-key: {PUBLIC}\nuser-agent: Dart/3.5 (dart:io)\n\n\
         {\"url\":\"https://www.example.com/tickets?evt=1\",\"agent\":\"Flutter\",\"lang\":\"en\"}",
    ),
    (
        "Flutter, once more",
        Taken::Waits,
        "GET /v1/requests/{TOKEN}?url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1&agent=Flutter&lang=en HTTP/1.1\nx-api-key: {PUBLIC}\nuser-agent: Dart/3.5 (dart:io)\n\n",
    ),
    (
        "Flutter, a page's time",
        Taken::Updated,
        "PUT /v1/responses/0123456789abcdef0123456789abcdef HTTP/1.1\ncontent-type: application/json; charset=utf-8\nx-api-key: {PUBLIC}\n\n\
         {\"time\":88,\"httpCode\":200,\"agent\":\"Flutter\",\"lang\":\"en\"}",
    ),
    (
        "React Native, which shows whatever page the redirects lead to",
        Taken::SentToRoom,
        "GET /v1/redirect/requests?ch-public-key={PUBLIC}&url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1&ch-code= HTTP/1.1\nuser-agent: okhttp/4.12.0\n\n",
    ),
    (
        "a backend that sends its key as a user name",
        Taken::Waits,
        "POST /v1/requests HTTP/1.1\ncontent-type: application/json\nauthorization: Basic OGEyMWM0ZjA5YjdkNTNlNmExZjBiMmMzZDRlNWY2MDcxODI5M2E0YjVjNmQ3ZThmOWZhMGIxYzJkM2U0ZjUwNjo=\n\n\
         {\"url\":\"https://www.example.com/tickets\",\"ip\":\"203.0.113.7\",\"agent\":\"curl\"}",
    ),
];

/// A client, and its request with the code `VIP 1` of a visitor.
const WITH_A_CODE: &[(&str, &str)] = &[
    (
        "JavaScript 2.5.0, a newcomer",
        "POST /v1/requests/ HTTP/1.1\naccept: application/json, text/plain, */*\ncontent-type: application/json\nx-api-key: {PUBLIC}\nuser-agent: axios/0.27.2\n\n\
         {\"agent\":\"Mozilla/5.0 (Probe) +x\",\"ip\":\"203.0.113.9\",\"lang\":\"en-GB,en;q=0.9\",\"url\":\"https://www.example.com/tickets?ch-code=VIP%201\",\"captcha\":\"xyz\",\"n\":1,\"code\":\"VIP 1\"}",
    ),
    (
        "JavaScript 2.5.0, once more",
        "GET /v1/requests/{TOKEN}?agent=Mozilla%2F5.0+(Probe)+%2Bx&ip=203.0.113.9&lang=en-GB,en%3Bq%3D0.9&url=https:%2F%2Fwww.example.com%2Ftickets%3Fch-code%3DVIP%2B1&captcha=xyz&code=VIP+1 HTTP/1.1\n\
         accept: application/json, text/plain, */*\nx-api-key: {PUBLIC}\nuser-agent: axios/0.27.2\n\n",
    ),
    (
        "JavaScript 2.2.0, once more, with the code in the page's address alone",
        "GET /v1/requests/{TOKEN}?agent=Mozilla%2F5.0+(Probe)+%2Bx&ip=203.0.113.9&lang=en-GB,en%3Bq%3D0.9&url=https:%2F%2Fwww.example.com%2Ftickets%3Fch-code%3DVIP%2B1&captcha=xyz HTTP/1.1\n\
         accept: application/json, text/plain, */*\nx-api-key: {PUBLIC}\nuser-agent: axios/0.27.2\n\n",
    ),
    (
        "Cloudflare, a newcomer",
        "POST /v1/requests HTTP/1.1\ncontent-type: application/json\nx-api-key: {PUBLIC}\n\n\
         {\"agent\":\"UA 1\",\"ip\":\"203.0.113.5\",\"lang\":\"en-GB\",\"code\":\"VIP 1\",\"url\":\"https://www.example.com/tickets?ch-code=VIP%201\"}",
    ),
    (
        ".NET 1.1, a newcomer",
        "POST /v1/requests HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\nx-api-key: {PUBLIC}\nx-request-source: dotnet-sdk/1.1.0\n\n\
         url=https%3A%2F%2Fwww.example.com%2Ftickets&ip=203.0.113.9&agent=Mozilla%2F5.0&lang=en-GB&code=VIP+1",
    ),
    (
        "React Native, a newcomer's browser",
        "GET /v1/redirect/requests?ch-public-key={PUBLIC}&url=https%3A%2F%2Fwww.example.com%2Ftickets&ch-code=VIP%201 HTTP/1.1\nuser-agent: okhttp/4.12.0\n\n",
    ),
    (
        "the lite validator, a browser with a token",
        "GET /v1/redirect/requests/{TOKEN}?ch-public-key={PUBLIC}&url=https%3A%2F%2Fwww.example.com%2Ftickets&ch-code=VIP%201 HTTP/1.1\naccept: text/html\n\n",
    ),
];

/// Makes a request of its bytes.
fn parsed(raw: &str, token: &str) -> Request<axum::body::Body> {
    let raw = raw.replace("{PUBLIC}", PUBLIC).replace("{TOKEN}", token);
    let (head, body) = raw.split_once("\n\n").expect("a head and a body");
    let (line, headers) = head.split_once('\n').unwrap_or((head, ""));
    let mut words = line.split(' ');
    let (method, target) = (words.next().expect("a method"), words.next().expect("a target"));
    let request = Request::builder()
        .method(method)
        .uri(target)
        .header("host", "queue.example");
    let headers = headers.lines().map(|header| header.split_once(": ").expect("a header"));
    let request = headers.fold(request, |request, (name, value)| request.header(name, value));
    request.body(body.to_owned().into()).expect("a request")
}

#[tokio::test]
async fn every_clients_own_requests_are_understood() {
    let site = Site::open("rate = 0").await;
    let token = site.new_token(PAGE).await;
    for (client, taken, raw) in RECORDED {
        let reply = site.send(parsed(raw, &token)).await;
        if *taken == Taken::SentToRoom {
            let location = reply.location();
            assert_eq!(reply.status, 302, "{client}: {}", reply.text());
            let room = match raw.contains("whitelabel=true") {
                true => "https://www.example.com/ch/the-sale",
                false => "https://queue.example/the-sale",
            };
            let expected = format!("{room}?url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1");
            assert!(location.starts_with(&expected), "{client}: {location}");
            let same = location.contains(&format!("ch-id={token}"));
            assert_eq!(same, raw.contains("{TOKEN}"), "{client}: {location}");
            continue;
        }
        // Any other status than 200 is a failure to PHP.
        assert_eq!(reply.status, 200, "{client}: {}", reply.text());
        assert!(reply.header("content-type").starts_with("application/json"), "{client}");
        let answer = reply.json()["result"].clone();
        match taken {
            Taken::Updated => assert_eq!(answer, json!({"updated": 1}), "{client}"),
            Taken::Feed => {
                assert_eq!(answer[0]["slug"], "the-sale", "{client}");
                assert!(reply.header("x-datestamp").parse::<u64>().is_ok(), "{client}");
            }
            Taken::Waits | Taken::SentToRoom => {
                let given = text(&answer, "token");
                assert_eq!(
                    (&answer["status"], &answer["promoted"], text(&answer, "slug")),
                    (&json!(1), &json!(0), "the-sale"),
                    "{client}"
                );
                assert_eq!(given == token, raw.contains("{TOKEN}"), "{client}: {given}");
                assert!(answer.get("error").is_none(), "{client}");
            }
        }
    }
}

#[tokio::test]
async fn a_code_is_read_as_each_client_writes_it() {
    let group = "[[group]]\npool = \"shop\"\nid = \"vip\"\nname = \"Friends\"\nweight = 4\n";
    let tickets = room_for("sale", "/tickets");
    let parts = super::site(&format!("rate = 0\n{group}"), &tickets);
    let site = Site::around(TestServer::of(config("memory:", &parts)).await);
    let code = r#"{"codes": ["VIP 1"], "unlimited": true}"#;
    let added = site
        .server
        .admin(Method::POST, "pools/shop/groups/vip/codes", code)
        .await;
    assert_eq!(added.status, 200, "{}", added.text());
    for (client, raw) in WITH_A_CODE {
        let waits = site.call(None, PAGE).await;
        assert_eq!(waits["priority"], Value::Null, "{client}");
        let reply = site.send(parsed(raw, text(&waits, "token"))).await;
        let token = match reply.status.as_u16() {
            302 => {
                let location = reply.location();
                assert!(location.contains("&ch-code=VIP%201&"), "{client}: {location}");
                let (_, rest) = location.split_once("ch-id=").expect("a token");
                rest.split('&').next().unwrap_or_default().to_owned()
            }
            status => {
                assert_eq!(status, 200, "{client}: {}", reply.text());
                let answer = reply.json()["result"].clone();
                assert_eq!(answer["priority"], "Friends", "{client}: {answer}");
                text(&answer, "token").to_owned()
            }
        };
        assert_eq!(token == text(&waits, "token"), raw.contains("{TOKEN}"), "{client}");
        let answer = site.call(Some(&token), PAGE).await;
        assert_eq!(
            (&answer["priority"], &answer["promoted"]),
            (&json!("Friends"), &json!(0)),
            "{client}"
        );
    }
}
