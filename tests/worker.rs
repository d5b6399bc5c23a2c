//! The process interface: requests and replies, one line each.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Worker {
    child: Child,
    requests: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
}

impl Worker {
    fn start(option: &str) -> Worker {
        let mut child = Command::new(env!("CARGO_BIN_EXE_aplomb"))
            .arg(option)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (requests, replies) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Worker { child, requests, replies }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.requests.as_mut().unwrap(), "{line}").unwrap();
    }

    fn reply(&mut self) -> String {
        let mut line = String::new();
        self.replies.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    /// Sends a line and checks its reply.
    fn check(&mut self, request: &str, reply: &str) {
        self.send(request);
        assert_eq!(self.reply(), reply, "{request}");
    }

    /// Sends a line and checks how the reply begins and what it holds.
    fn check_error(&mut self, request: &str, begin: &str, piece: &str) {
        self.send(request);
        let reply = self.reply();
        assert!(reply.starts_with(begin) && reply.contains(piece), "{request}: {reply}");
    }

    fn end(mut self) {
        drop(self.requests.take());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        assert_eq!(self.reply(), "");
    }
}

#[test]
fn values_and_output() {
    let mut worker = Worker::start("--worker");
    worker.check(
        r#"{"id":4,"code":"⎕←7 ⋄ 12x"}"#,
        r#"{"id":4,"result":{"value":12,"output":[{"kind":"explicit","data":{"text/plain":"7"}},{"kind":"display","data":{"text/plain":"12ₓ"}}],"error":null}}"#,
    );
    worker.check(
        r#"{"id":1,"code":"w←3 4\n+/w","timeout_ms":5000}"#,
        r#"{"id":1,"result":{"value":7.0,"output":[{"kind":"display","data":{"text/plain":"7"}}],"error":null}}"#,
    );
    worker.check(
        r#"{"id":2,"bindings":{"t":{"shape":[2],"data":["o","k"],"prototype":" "}},"code":"≢t","echo":false}"#,
        r#"{"id":2,"result":{"value":2,"output":[],"error":null}}"#,
    );
    worker.check(
        r#"{"id":3,"call":"⌽","args":[{"shape":[2],"data":[1,{"rational":["2","6"]}],"prototype":0,"axis_keys":[["p",null]]}]}"#,
        r#"{"id":3,"result":{"value":{"shape":[2],"data":[{"rational":["1","3"]},1],"prototype":0,"axis_keys":[[null,"p"]]},"output":[{"kind":"display","data":{"text/plain":"[1r3 \"p\":1ₓ]"}}],"error":null}}"#,
    );
    for (code, value) in [
        ("9223372036854775807x+1x", "9223372036854775808"),
        ("1E300", "1e300"),
        ("-∞", r#"{"infinity":-1}"#),
        ("1j¯2.5", r#"{"complex":[1.0,-2.5]}"#),
        ("'q'", r#""q""#),
        ("-0", "0.0"),
        ("⍬", r#"{"shape":[0],"data":[],"prototype":0.0}"#),
        (r#"\"ab\""#, r#"{"shape":[2],"data":["a","b"],"prototype":" "}"#),
        ("(5)", r#"{"shape":[],"data":[5.0],"prototype":0.0}"#),
        (r#"[\"k\":2]⍴3 4"#, r#"{"shape":[2],"data":[3.0,4.0],"prototype":0.0,"axis_names":["k"]}"#),
        (r#"[\"f\":- \"n\":2]"#, r#"{"shape":[1],"data":[2.0],"prototype":0.0,"axis_keys":[["n"]]}"#),
        ("f←-", "null"),
        ("y←5", "5.0"),
        ("{}0", "null"),
        ("]box off", "null"),
    ] {
        worker.send(&format!(r#"{{"code":"{code}","echo":false}}"#));
        let reply = worker.reply();
        assert!(reply.starts_with(&format!(r#"{{"id":null,"result":{{"value":{value},"output":["#)), "{code}: {reply}");
        assert!(reply.ends_with(r#""error":null}}"#), "{code}: {reply}");
    }
    let unencodable = r#""error":{"kind":"DOMAIN ERROR","#;
    worker.check_error(
        r#"{"id":9,"code":"-"}"#,
        r#"{"id":9,"result":{"value":null,"output":[{"kind":"display""#,
        unencodable,
    );
    worker.check_error(r#"{"code":"[- 1]"}"#, r#"{"id":null,"#, r#""source":{"name":"<json>","text":""},"span":[0,0]"#);
    worker.end();
}

#[test]
fn errors_and_recovery() {
    let mut worker = Worker::start("--worker");
    worker.check_error(
        r#"{"id":4,"code":"÷'k'"}"#,
        r#"{"id":4,"result":{"value":null,"output":[],"error":{"kind":"DOMAIN ERROR","message":""#,
        r#"\n --> <input>:1:1\n÷'k'\n^","source":{"name":"<input>","text":"÷'k'"},"span":[0,2],"calls":[]}}}"#,
    );
    worker.send(r#"{"code":"f←{1÷0}"}"#);
    worker.reply();
    worker.check_error(
        r#"{"code":"f 1"}"#,
        r#"{"id":null,"#,
        r#""text":"f←{1÷0}"},"span":[6,8],"calls":[{"source":{"name":"<input>","text":"f 1"}"#,
    );
    worker.check_error(r#"{"call":"3","args":[1]}"#, "", r#""kind":"SYNTAX ERROR""#);
    worker.check_error(r#"{"call":"-","args":[]}"#, "", r#""kind":"LENGTH ERROR""#);
    worker.check_error(r#"{"call":"-"}"#, "", r#""source":{"name":"<call>","text":"-"}"#);
    worker.check_error(r#"{"call":"-","args":[7,2]}"#, r#"{"id":null,"result":{"value":5,"#, "");
    let refused = r#""result":{"value":null,"output":[],"error":{"kind":"REQUEST ERROR","message":""#;
    for line in [
        "",
        "x",
        "[]",
        "3",
        "{}",
        r#"{"id":1.5,"code":"1"}"#,
        r#"{"code":1}"#,
        r#"{"code":"1","call":"-","args":[1]}"#,
        r#"{"bindings":{"a b":1}}"#,
        r#"{"bindings":{"a":null}}"#,
        r#"{"bindings":{"a":[1]}}"#,
        r#"{"bindings":{"a":"ab"}}"#,
        r#"{"bindings":{"a":1e999}}"#,
        r#"{"bindings":{"a":{"shape":[2],"data":[1],"prototype":0}}}"#,
        r#"{"bindings":{"a":{"shape":[1],"data":[1]}}}"#,
        r#"{"code":"1","timeout_ms":-1}"#,
        r#"{"code":"1","echo":1}"#,
        r#"{"bindings":{"a":{"rational":["1","0"]}}}"#,
        r#"{"interrupt":"x"}"#,
    ] {
        worker.check_error(line, r#"{"id":null,"#, refused);
    }
    worker.check_error(r#"{"id":18446744073709551615,"code":2}"#, r#"{"id":18446744073709551615,"#, refused);
    worker.check_error(r#"{"code":"1","code":"2","bindings":{}}"#, r#"{"id":null,"result":{"value":2.0"#, "");
    worker.end();
}

#[test]
fn deadlines_and_interrupts() {
    let mut worker = Worker::start("--worker");
    let begin = Instant::now();
    worker.check_error(
        r#"{"id":1,"code":"x←5 ⋄ {∇⍵}1","timeout_ms":50}"#,
        r#"{"id":1,"#,
        r#""kind":"TIMEOUT","message":"evaluation deadline exceeded""#,
    );
    worker.check_error(r#"{"id":2,"code":"1","timeout_ms":0}"#, r#"{"id":2,"#, r#""kind":"TIMEOUT""#);
    worker.send(r#"{"id":3,"code":"{0::1 ⋄ ∇⍵}1"}"#);
    worker.send(r#"{"id":4,"code":"x←6"}"#);
    worker.send(r#"{"interrupt":99}"#);
    worker.send(r#"{"interrupt":4}"#);
    worker.send(r#"{"interrupt":3}"#);
    let interrupted = r#""kind":"INTERRUPT","message":"evaluation interrupted""#;
    for id in [3, 4] {
        let reply = worker.reply();
        assert!(reply.starts_with(&format!(r#"{{"id":{id},"#)) && reply.contains(interrupted), "{reply}");
    }
    worker.check_error(r#"{"id":5,"code":"x"}"#, r#"{"id":5,"result":{"value":5.0,"#, "");
    assert!(begin.elapsed() < Duration::from_secs(5));
    worker.end();
}

#[test]
fn strings_of_source() {
    let mut worker = Worker::start("--json");
    worker.check("\"x←2\"", r#"{"value":2.0,"output":[],"error":null}"#);
    worker.check("\"x+1\"", r#"{"value":3.0,"output":[{"kind":"display","data":{"text/plain":"3"}}],"error":null}"#);
    worker.check_error("{}", r#"{"value":null,"output":[],"error":{"kind":"REQUEST ERROR","#, "");
    worker.end();
}
