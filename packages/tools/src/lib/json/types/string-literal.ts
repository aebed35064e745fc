/** A string literal of Rust and Swift: neither has `\b`, `\f` or `\uXXXX`. */
export const toBracedLiteral = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replaceAll(/\\(?:u([\da-f]{4})|.)/g, (sign, digits: string | undefined) =>
    digits ? `\\u{${digits}}` : ({ '\\b': '\\u{8}', '\\f': '\\u{c}' }[sign] ?? sign),
  )
