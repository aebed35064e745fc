const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Replaces character references and the five predefined entities (XML 1.0 §4.6); others stay, since no declaration is ever read. */
export function unescapeXml(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return PREDEFINED[name] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

/** Escapes what element content, or an attribute in double quotes, cannot hold. */
export function escapeXml(text: string, isAttribute = false): string {
  const content = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // What readers take for the end of a line, those of XML 1.1 the latter two as well (§2.11).
    .replaceAll(/[\r\x85\u2028]/g, (char) => `&#${char.charCodeAt(0)};`)
  return isAttribute ? content.replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;') : content
}
