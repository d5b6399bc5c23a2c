use aplomb::{EvalOptions, Session, frontend};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().unwrap_or_default();
    let (name, text) = match first.as_str() {
        "-e" => ("<expression>".to_string(), arguments.next().unwrap_or_default()),
        path => (path.to_string(), std::fs::read_to_string(path).unwrap_or_default()),
    };
    let mut session = Session::new();
    let evaluation = session.evaluate_with(&text, &EvalOptions { name, ..Default::default() });
    for event in &evaluation.events {
        println!("{}", event.text());
    }
    if let Some(error) = &evaluation.error {
        eprintln!("{}", frontend::diagnostic::render(error));
        std::process::exit(1);
    }
}
