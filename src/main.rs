use aplomb::{EvalOptions, Session, frontend};

fn main() {
    let text = std::env::args().nth(2).unwrap_or_default();
    let mut session = Session::new();
    let evaluation = session.evaluate_with(&text, &EvalOptions { name: "<expression>".into(), ..Default::default() });
    for event in &evaluation.events {
        println!("{}", event.text());
    }
    if let Some(error) = &evaluation.error {
        eprintln!("{}", frontend::diagnostic::render(error));
        std::process::exit(1);
    }
}
