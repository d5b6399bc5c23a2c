//! Trees are compared through a bracketed rendering: a run is `<…>`, expressions show their arrows, items their kind.

use super::*;
use crate::control::ErrorKind;
use crate::number::text;
use crate::syntax::tree::{Argument, BracesKind, BracketItem, Row};
use crate::syntax::{ParseFailure, parse};

fn outcome(text: &str) -> String {
    let source = Source::new("<test>", text);
    match parse(&source) {
        Ok(program) => statements(&program.statements),
        Err(ParseFailure::Incomplete(error)) => format!("incomplete {}", place(&error, text)),
        Err(ParseFailure::Wrong(error)) => format!("{} {}", error.kind().name(), place(&error, text)),
    }
}

fn place(error: &Error, text: &str) -> String {
    let span = error.location().expect("every error has its place").span;
    format!("{}:{}", span.start, &text[span.start as usize..span.end as usize])
}

fn statements(list: &[Statement]) -> String {
    let shown = |statement: &Statement| match &statement.kind {
        StatementKind::Expression(body) => expression(body),
        StatementKind::Guard { condition, result, .. } => guard(condition, " : ", result.as_ref()),
        StatementKind::ErrorGuard { numbers, result, .. } => guard(numbers, " :: ", result.as_ref()),
    };
    list.iter().map(shown).collect::<Vec<_>>().join(" ⋄ ")
}

fn guard(condition: &Expression, colon: &str, result: Option<&Expression>) -> String {
    expression(condition) + colon + &result.map_or(String::new(), expression)
}

fn expression(body: &Expression) -> String {
    let assignments: String = body.assignments.iter().map(|part| runs(&part.runs) + " ← ").collect();
    let stages: Vec<String> = body.stages.iter().map(|stage| runs(&stage.runs)).collect();
    assignments + &stages.join(" → ")
}

fn runs(list: &[Run]) -> String {
    list.iter().map(|run| format!("<{}>", items(&run.items))).collect::<Vec<_>>().join("")
}

fn items(list: &[Item]) -> String {
    list.iter().map(item).collect::<Vec<_>>().join(" ")
}

fn literal(value: &Literal) -> String {
    match value {
        Literal::Number(number) => text::format(number),
        Literal::Character(character) => format!("'{character}'"),
        Literal::String(string) => format!("{string:?}"),
        Literal::Zilde => "⍬".into(),
        Literal::Strand(list) => list.iter().map(literal).collect::<Vec<_>>().join("_"),
    }
}

fn item(part: &Item) -> String {
    match &part.kind {
        ItemKind::Literal(value) => literal(value),
        ItemKind::Name(name) => name.to_string(),
        ItemKind::SystemName(name) => format!("•{name}"),
        ItemKind::Argument(argument) => match argument {
            Argument::Left => "⍺",
            Argument::Right => "⍵",
            Argument::LeftOperand => "⍶",
            Argument::RightOperand => "⍹",
            Argument::SelfFunction => "∇",
            Argument::SelfOperator => "⍢",
        }
        .into(),
        ItemKind::Quad => "⎕".into(),
        ItemKind::Function(glyph) => format!("F{glyph}"),
        ItemKind::Hybrid(glyph) => format!("H{glyph}"),
        ItemKind::MonadicOperator(glyph) => format!("M{glyph}"),
        ItemKind::DyadicOperator(glyph) => format!("D{glyph}"),
        ItemKind::Group(body) => format!("group({})", expression(body)),
        ItemKind::ScalarLiteral(value) => format!("scalar({})", literal(value)),
        ItemKind::ScalarGlyphs(glyphs) => format!("scalar({})", glyphs.iter().collect::<String>()),
        ItemKind::Rows(list) => format!("rows({})", rows(list)),
        ItemKind::Bracket(list) => format!("[{}]", bracket_items(list)),
        ItemKind::BracketRows(list) => format!("rows[{}]", rows(list)),
        ItemKind::Definition(braces) => {
            let kind = match braces.kind {
                BracesKind::Function => "",
                BracesKind::MonadicOperator => "1",
                BracesKind::DyadicOperator => "2",
            };
            format!("{{{kind}{}}}", statements(&braces.statements))
        }
        ItemKind::Path { base, steps } => {
            item(base) + &steps.iter().map(|step| format!(".{}", item(&step.selector))).collect::<String>()
        }
    }
}

fn bracket_items(list: &[BracketItem]) -> String {
    let shown = |entry: &BracketItem| match &entry.key {
        Some(key) => expression(key) + ":" + &expression(&entry.value),
        None => expression(&entry.value),
    };
    list.iter().map(shown).collect::<Vec<_>>().join("; ")
}

fn rows(list: &[Row]) -> String {
    list.iter().map(|row| bracket_items(&row.items)).collect::<Vec<_>>().join(" | ")
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(outcome(text), *expected, "{text}");
    }
}

#[test]
fn runs_and_strands() {
    check(&[
        ("1+2 3×4", "<1 F+ 2_3 F× 4>"),
        ("1 n 2", "<1><n><2>"),
        ("1 'a' \"bc\" ⍬", "<1_'a'_\"bc\"_⍬>"),
        ("5¯3", "<5_¯3>"),
        ("2ab", "<2 ab>"),
        ("v.5", "<v 0.5>"),
        ("v -1", "<v><F- 1>"),
        ("-4 -2", "<F- 4><F- 2>"),
        ("+ / 4 5", "<F+><H/><4_5>"),
        ("2+⍣ p+1 q", "<2 F+ D⍣><p F+ 1><q>"),
        ("f5 π2 aπ", "<f5><Fπ 2><a Fπ>"),
        ("größe 日 _ ∆t ⍙ x²", "<größe><日><_><∆t><⍙><x²>"),
        ("•UCS 10", "<•ucs><10>"),
        ("⎕IO", "<⎕ IO>"),
        ("⍺⍵⍶⍹∇⍢", "<⍺ ⍵ ⍶ ⍹ ∇ ⍢>"),
        ("a:b", "<a F: b>"),
        ("3¨", "<3 M¨>"),
    ]);
}

#[test]
fn statements_and_blanks() {
    check(&[
        ("", ""),
        ("⋄⋄ \n ⍝ only a comment\n⋄", ""),
        ("1\r\n2\r\n", "<1> ⋄ <2>"),
        ("1\r2", "<1_2>"),
        ("1\u{a0}\u{2003}\t2", "<1_2>"),
        ("#!/usr/bin/env aplomb\n5", "<5>"),
        ("\u{feff}#!x\n5", "<5>"),
        ("\u{feff}5", "<5>"),
        ("#!only", ""),
        ("1 ⍝ a ( comment\n2", "<1> ⋄ <2>"),
        ("\"2⍝3\" ⍝ c", "<\"2⍝3\">"),
        ("(1 ⍝ one\n 2\r\n)", "<scalar(1_2)>"),
        ("{1\n2}", "<{<1> ⋄ <2>}>"),
        ("[a\nb]", "<[<a>; <b>]>"),
        ("(a\n+b)", "<group(<a><F+ b>)>"),
        ("{(1\n2)\n3}", "<{<scalar(1_2)> ⋄ <3>}>"),
    ]);
}

#[test]
fn assignments_and_pipes() {
    check(&[
        ("x←y←3", "<x> ← <y> ← <3>"),
        ("x ← 3", "<x> ← <3>"),
        ("50+v[1]+←4", "<50 F+ v [<1>] F+> ← <4>"),
        ("x←", "<x> ← "),
        ("←3", " ← <3>"),
        ("x←←3", "<x> ←  ← <3>"),
        ("4+5 → - → |", "<4 F+ 5> → <F-> → <F|>"),
        ("x←3 → -", "<x> ← <3> → <F->"),
        ("3 → (g←-)", "<3> → <group(<g> ← <F->)>"),
        ("3 → g←-", "SYNTAX ERROR 7:←"),
        ("3 →", "SYNTAX ERROR 2:→"),
        ("→ -", "SYNTAX ERROR 0:→"),
        ("3 → → -", "SYNTAX ERROR 6:→"),
        ("x← → -", "SYNTAX ERROR 5:→"),
        ("(3→)", "SYNTAX ERROR 2:→"),
        ("[3→- 4]", "<[<3> → <F->; <4>]>"),
        ("[3 → -]", "SYNTAX ERROR 3:→"),
        ("[x ← 3]", "<[<x>;  ← ; <3>]>"),
        ("[x ← 3;4]", "<[<x> ← <3>; <4>]>"),
    ]);
}

#[test]
fn parentheses() {
    check(&[
        ("()", "SYNTAX ERROR 0:()"),
        ("( ⍝ x\n )", "SYNTAX ERROR 0:( ⍝ x\n )"),
        ("(5)", "<scalar(5)>"),
        ("(1 2)", "<scalar(1_2)>"),
        ("(⍬)", "<scalar(⍬)>"),
        ("((5))", "<group(<scalar(5)>)>"),
        ("(+)", "<scalar(+)>"),
        ("(:)", "<scalar(:)>"),
        ("(× ÷ -)", "<scalar(×÷-)>"),
        ("(+ :)", "<scalar(+:)>"),
        ("(-⌊)", "<group(<F- F⌊>)>"),
        ("(+ -÷)", "<group(<F+><F- F÷>)>"),
        ("(/)", "<group(<H/>)>"),
        ("(⌝)", "<group(<M⌝>)>"),
        ("(+ ¨)", "<group(<F+><M¨>)>"),
        ("(∇)", "<group(<∇>)>"),
        ("(•ucs)", "<group(<•ucs>)>"),
        ("(n)", "<group(<n>)>"),
        ("([1])", "<group(<[<1>]>)>"),
        ("({⍵})", "<group(<{<⍵>}>)>"),
        ("(k:v)", "<group(<k F: v>)>"),
        ("(1;2)", "SYNTAX ERROR 2:;"),
        ("(1::2)", "SYNTAX ERROR 2:::"),
    ]);
}

#[test]
fn rows_of_parentheses() {
    check(&[
        ("(7 ⋄ 8 9)", "<rows(<7> | <8>; <9>)>"),
        ("(7 8 ⋄)", "<rows(<7>; <8>)>"),
        ("(p p×2 ⋄ p)", "<rows(<p>; <p F× 2> | <p>)>"),
        ("(\"h\":1 ⋄ \"w\":2 5)", "<rows(<\"h\">:<1> | <\"w\">:<2>; <5>)>"),
        ("(⋄ 5)", "SYNTAX ERROR 0:(⋄ 5)"),
        ("(⋄)", "SYNTAX ERROR 0:(⋄)"),
        ("(5 ⋄ ⋄)", "SYNTAX ERROR 0:(5 ⋄ ⋄)"),
        ("(5 ⋄ ⋄ 6)", "SYNTAX ERROR 0:(5 ⋄ ⋄ 6)"),
        ("(5\n6 ⋄ 7)", "<rows(<5>; <6> | <7>)>"),
    ]);
}

#[test]
fn brackets() {
    check(&[
        ("[]", "<[]>"),
        ("[ ⍝ x\n ]", "<[]>"),
        ("[1 5¯3]", "<[<1>; <5_¯3>]>"),
        ("[a + b;b - a]", "<[<a><F+><b>; <b><F-><a>]>"),
        ("[1 2;3]", "<[<1_2>; <3>]>"),
        ("[1 2\n3;4]", "<[<1_2_3>; <4>]>"),
        ("[a;]", "SYNTAX ERROR 0:[a;]"),
        ("[;a]", "SYNTAX ERROR 0:[;a]"),
        ("[a;;b]", "SYNTAX ERROR 0:[a;;b]"),
        ("[;]", "SYNTAX ERROR 0:[;]"),
        ("[1;2 ⋄ 3]", "SYNTAX ERROR 5:⋄"),
        ("[1 ⋄ 2;3]", "SYNTAX ERROR 8:;"),
        ("[[1;2] ⋄ 3]", "<rows[<[<1>; <2>]> | <3>]>"),
        ("[6 2 ⋄ 3]", "<rows[<6>; <2> | <3>]>"),
        ("[4 5 ⋄]", "<rows[<4>; <5>]>"),
        ("[⋄]", "SYNTAX ERROR 0:[⋄]"),
        ("[+/ ÷ {⍵}]", "<[<F+ H/>; <F÷>; <{<⍵>}>]>"),
        ("[-1 2]", "<[<F- 1>; <2>]>"),
        ("[¨]", "<[<M¨>]>"),
        ("[(1 2) 3]", "<[<scalar(1_2)>; <3>]>"),
        ("v[1]", "<v [<1>]>"),
    ]);
}

#[test]
fn records() {
    check(&[
        ("[\"in\":4 \"out\":[5 6]]", "<[<\"in\">:<4>; <\"out\">:<[<5>; <6>]>]>"),
        ("[\"in\":4 7]", "<[<\"in\">:<4>; <7>]>"),
        ("[\"p\" \"q\":8 9;7]", "<[<\"p\"_\"q\">:<8_9>; <7>]>"),
        ("[\"a\": 1;2]", "<[<\"a\">:<1>; <2>]>"),
        ("[\"in\":]", "SYNTAX ERROR 5::"),
        ("[\"a\": 1]", "SYNTAX ERROR 4::"),
        ("[w:3]", "<[<w>:<3>]>"),
        ("[a.b.(c).[1]:3]", "<[<a.b.group(<c>).[<1>]>:<3>]>"),
        ("[(a)b[1]:3]", "<[<group(<a>) b [<1>]>:<3>]>"),
        ("[:t]", "<[<F: t>]>"),
        ("[: +]", "<[<F:>; <F+>]>"),
        ("[-w:3]", "<[<F- w F: 3>]>"),
        ("[a:b:c]", "<[<a>:<b F: c>]>"),
        ("[x←a:3]", "<[<x> ← <a F: 3>]>"),
        ("[a:x←3]", "<[<a>:<x> ← <3>]>"),
        ("[⍵:3]", "<[<⍵>:<3>]>"),
        ("[{⍵}:3]", "<[<{<⍵>} F: 3>]>"),
        ("[\"a\":3→-]", "<[<\"a\">:<3> → <F->]>"),
        ("[\"a\":1 ⋄ 2]", "<rows[<\"a\">:<1> | <2>]>"),
        ("[a::b]", "SYNTAX ERROR 2:::"),
    ]);
}

#[test]
fn dot_paths() {
    check(&[
        ("t.sub.k.[1]", "<t.sub.k.[<1>]>"),
        ("1+t.sub.k[2 0]", "<1 F+ t.sub.k [<2>; <0>]>"),
        ("\"abcd\".[[3 1]]", "<\"abcd\".[<[<3>; <1>]>]>"),
        ("1 2 3.[1]", "<1_2_3.[<1>]>"),
        ("2.k", "<2.k>"),
        ("v.(0 2)", "<v.scalar(0_2)>"),
        ("v.(at)", "<v.group(<at>)>"),
        ("+.×", "<F+ D. F×>"),
        ("f.g", "<f.g>"),
        ("a .b", "<a><D. b>"),
        ("a. b", "<a D.><b>"),
        ("a.{⍵}", "<a D. {<⍵>}>"),
        ("{⍵}.f", "<{<⍵>} D. f>"),
        ("⎕.k", "<⎕ D. k>"),
        ("⍵.x", "<⍵.x>"),
        ("•a.[1]", "<•a.[<1>]>"),
        ("a.•b", "<a D. •b>"),
        ("(1 2).[0]", "<scalar(1_2).[<0>]>"),
        ("[1].[0]", "<[<1>].[<0>]>"),
        ("4 5+.×2 3", "<4_5 F+ D. F× 2_3>"),
        ("3x.k", "SYNTAX ERROR 0:3x."),
    ]);
}

#[test]
fn definitions_and_guards() {
    check(&[
        ("{}", "<{}>"),
        ("{⍵×⍶}", "<{1<⍵ F× ⍶>}>"),
        ("{⍵×⍹}", "<{2<⍵ F× ⍹>}>"),
        ("{({[⍶]}⍵)}", "<{<group(<{1<[<⍶>]>} ⍵>)>}>"),
        ("{([⍶])⍢∇}", "<{1<group(<[<⍶>]>) ⍢ ∇>}>"),
        ("{⍵<0:\"neg\" ⋄ \"pos\"}", "<{<⍵ F< 0> : <\"neg\"> ⋄ <\"pos\">}>"),
        ("{⍵=0: ⋄ 7}", "<{<⍵ F= 0> :  ⋄ <7>}>"),
        ("{⍵=0:\n7}", "<{<⍵ F= 0> :  ⋄ <7>}>"),
        ("{0::¯1 ⋄ 10÷⍵}", "<{<0> :: <¯1> ⋄ <10 F÷ ⍵>}>"),
        ("{x←⍵:R}", "<{<x> ← <⍵> : <R>}>"),
        ("{c:x←5}", "<{<c> : <x> ← <5>}>"),
        ("{1:2:3}", "SYNTAX ERROR 4::"),
        ("{1:2::3}", "SYNTAX ERROR 4:::"),
        ("{:3}", "SYNTAX ERROR 1::"),
        ("{::3}", "SYNTAX ERROR 1:::"),
        ("{(k:v)}", "<{<group(<k F: v>)>}>"),
        ("{[\"k\":⍵]}", "<{<[<\"k\">:<⍵>]>}>"),
        ("::", "SYNTAX ERROR 0:::"),
        ("{1→-:2}", "<{<1> → <F-> : <2>}>"),
        ("{1→:2}", "SYNTAX ERROR 2:→"),
    ]);
}

#[test]
fn wrong_text_is_found_at_its_place() {
    check(&[
        ("4 # 5", "UNSUPPORTED 2:#"),
        ("a∘b", "UNSUPPORTED 1:∘"),
        ("a `iota", "UNSUPPORTED 2:`"),
        ("•", "UNSUPPORTED 0:•"),
        ("• ucs", "UNSUPPORTED 0:•"),
        ("e\u{301}", "UNSUPPORTED 1:\u{301}"),
        ("a\u{feff}", "UNSUPPORTED 1:\u{feff}"),
        ("a^b", "UNSUPPORTED 1:^"),
        ("٣", "UNSUPPORTED 0:٣"),
        ("1E", "SYNTAX ERROR 0:1E"),
        ("x←3rows", "SYNTAX ERROR 4:3r"),
        ("5r0", "DOMAIN ERROR 0:5r0"),
        ("'pq'", "SYNTAX ERROR 0:'p"),
        ("x←\"ab\n3", "SYNTAX ERROR 4:\"ab"),
        ("3)", "SYNTAX ERROR 1:)"),
        ("(3]", "SYNTAX ERROR 2:]"),
        ("({)}", "SYNTAX ERROR 2:)"),
        ("1;2", "SYNTAX ERROR 1:;"),
        ("{1;2}", "SYNTAX ERROR 2:;"),
        ("1\n2\n()", "SYNTAX ERROR 4:()"),
    ]);
}

#[test]
fn unfinished_text() {
    check(&[
        ("(", "incomplete 0:("),
        ("x←{\n⍵+[1 2", "incomplete 10:["),
        ("[1;", "incomplete 0:["),
        ("[w:", "incomplete 0:["),
        ("[w: 3 v: 4", "incomplete 0:["),
        ("(3 →", "incomplete 0:("),
        ("(1 ⋄", "incomplete 0:("),
        ("{1:2\n3:", "incomplete 0:{"),
        ("{⍵←", "incomplete 0:{"),
        ("(1 → x y←2", "incomplete 0:("),
        ("(1 2\n", "incomplete 0:("),
        ("1+\n(", "incomplete 3:("),
        ("(a\n", "incomplete 0:("),
        ("[()", "SYNTAX ERROR 1:()"),
        ("(\n)\n(", "SYNTAX ERROR 0:(\n)"),
        ("[;", "SYNTAX ERROR 0:["),
        ("[1;;", "SYNTAX ERROR 0:["),
        ("[1;2⋄", "SYNTAX ERROR 4:⋄"),
        ("(⋄", "SYNTAX ERROR 0:("),
        ("(→", "SYNTAX ERROR 1:→"),
        ("(3→→", "SYNTAX ERROR 5:→"),
        ("{1:2:3", "SYNTAX ERROR 4::"),
        ("{:", "SYNTAX ERROR 1::"),
        ("{1→2←", "SYNTAX ERROR 6:←"),
        ("{3→\n", "SYNTAX ERROR 2:→"),
        ("[1 ⋄ w: 3", "SYNTAX ERROR 8::"),
        ("3→\n(", "SYNTAX ERROR 1:→"),
        ("({1:2:3}", "SYNTAX ERROR 5::"),
        ("(\"ab", "SYNTAX ERROR 1:\"ab"),
        ("([)", "SYNTAX ERROR 2:)"),
        ("{[1", "incomplete 1:["),
    ]);
}

#[test]
fn nesting_is_limited() {
    let nest = |depth: usize| "(".repeat(depth) + "n" + &")".repeat(depth);
    assert!(parse(&Source::new("", nest(1024))).is_ok());
    let limit = |text: String| parse(&Source::new("", text)).unwrap_err().into_error();
    assert_eq!(limit(nest(1025)).kind(), ErrorKind::Limit);
    assert_eq!(limit("[".repeat(100_000)).kind(), ErrorKind::Limit);
    assert_eq!(limit("{([".repeat(50_000)).location().unwrap().span, Span::new(1024, 1025));
}

#[test]
fn spans_cover_what_they_name() {
    let source = Source::new("", "a ← t.k[1] + {⍵} ⍝ c\n(1 2) 3 4");
    let program = parse(&source).unwrap();
    let text = |span: Span| source.text[span.start as usize..span.end as usize].to_string();
    assert_eq!(text(program.statements[0].span), "a ← t.k[1] + {⍵}");
    let StatementKind::Expression(first) = &program.statements[0].kind else { panic!() };
    assert_eq!(text(first.assignments[0].arrow), "←");
    assert_eq!(text(first.stages[0].runs[0].span), "t.k[1]");
    assert_eq!(text(first.stages[0].runs[0].items[0].span), "t.k");
    let StatementKind::Expression(second) = &program.statements[1].kind else { panic!() };
    assert_eq!(text(second.stages[0].runs[1].span), "3 4");
}

#[test]
fn messages_name_the_foreign_form() {
    for (text, word) in [
        ("a∘.+b", "f⌝"),
        ("4 # 5", "/"),
        ("'text'", "\"text\""),
        ("{:If ⍵}", "guards"),
        ("x[;1]", "∞"),
        ("⍞←3", "⎕"),
        ("2−3", "-"),
    ] {
        let error = parse(&Source::new("", text)).unwrap_err().into_error();
        assert!(error.message().contains(word), "{text}: {}", error.message());
    }
}
