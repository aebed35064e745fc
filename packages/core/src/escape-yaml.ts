/**
 * What a double-quoted text of YAML must not hold as it is: no printable character (YAML 1.2.2 §5.1), a byte order mark, or
 * what ends a line in YAML 1.1 (§4.1.4). JSON escapes the controls below them.
 */
const ESCAPED = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g

/** Whether a text can only stand in double quotes, by {@link escapeYaml}. */
export function mustEscapeYaml(text: string): boolean {
  return text.search(ESCAPED) >= 0
}

/** Escapes in a double-quoted text of YAML what JSON leaves as it is: U+007F becomes `\u007f`. */
export function escapeYaml(quoted: string): string {
  return quoted.replaceAll(ESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
