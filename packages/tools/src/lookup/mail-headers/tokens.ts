/** A piece of a structured field (RFC 5322 §3.2): a word, a quoted string, a comment, or one of the signs asked for. */
export type Token = { readonly kind: 'word' | 'quoted' | 'comment' | 'sign'; readonly text: string }

/**
 * Parts a structured field into its tokens. Comments may hold comments; a backslash takes the next character as it is. What is
 * opened and not closed ends with the field.
 */
export function toTokens(value: string, signs = ';'): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < value.length) {
    const char = value[at]!
    if (/\s/.test(char)) at++
    else if (char === '(' || char === '"') {
      const { text, end } = readEnclosed(value, at)
      tokens.push({ kind: char === '(' ? 'comment' : 'quoted', text })
      at = end
    } else if (signs.includes(char)) {
      tokens.push({ kind: 'sign', text: char })
      at++
    } else {
      const start = at
      while (at < value.length && !/[\s("]/.test(value[at]!) && !signs.includes(value[at]!)) at++
      tokens.push({ kind: 'word', text: value.slice(start, at) })
    }
  }
  return tokens
}

function readEnclosed(value: string, start: number): { text: string; end: number } {
  const isComment = value[start] === '('
  let text = ''
  let depth = 1
  let at = start + 1
  for (; at < value.length; at++) {
    const char = value[at]!
    if (char === '\\' && at + 1 < value.length) {
      text += value[++at]!
      continue
    }
    if (isComment && char === '(') depth++
    if (char === (isComment ? ')' : '"') && --depth === 0) break
    text += char
  }
  return { text, end: at + 1 }
}
