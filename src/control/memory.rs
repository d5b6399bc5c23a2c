//! How much memory a session may use.

use std::fs;

/// The default budget in bytes: what `APLOMB_MEMORY` says, else four fifths of what the machine or the limits of this
/// process offer.
pub fn default_budget() -> usize {
    if let Some(bytes) = std::env::var("APLOMB_MEMORY").ok().and_then(|text| parse_size(&text)) {
        return bytes;
    }
    offered().map_or(usize::MAX, |bytes| bytes / 5 * 4)
}

/// Bytes with an optional `K`, `M` or `G`.
pub fn parse_size(text: &str) -> Option<usize> {
    let text = text.trim();
    let (digits, unit) = match text.chars().last()?.to_ascii_uppercase() {
        'K' => (&text[..text.len() - 1], 1 << 10),
        'M' => (&text[..text.len() - 1], 1 << 20),
        'G' => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    digits.trim().parse::<usize>().ok()?.checked_mul(unit)
}

/// The least of physical memory, the limit of the control group, and the limit on address space.
fn offered() -> Option<usize> {
    let field = |path: &str, name: &str, scale: usize| {
        let text = fs::read_to_string(path).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(scale)
    };
    let machine = field("/proc/meminfo", "MemTotal:", 1024);
    let address_space = field("/proc/self/limits", "Max address space", 1);
    let group = field("/sys/fs/cgroup/memory.max", "", 1);
    [machine, address_space, group].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("1000"), Some(1000));
        assert_eq!(parse_size("2k"), Some(2048));
        assert_eq!(parse_size("3M"), Some(3 << 20));
        assert_eq!(parse_size(" 4 G "), Some(4 << 30));
        assert_eq!(parse_size("x"), None);
        assert_eq!(parse_size("99999999999999999999G"), None);
        assert!(default_budget() > 1 << 20);
    }
}
