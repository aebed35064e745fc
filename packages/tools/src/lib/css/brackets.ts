import { syntaxError } from '../syntax-error.ts'

const PIECE = /\/\*|\/\/[^\n]*|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\burl\((?!\s*["'])[^)\n]*\)|[{}()[\]]/g
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

/**
 * Checks what LESS and SCSS have in common with CSS: comments, texts and brackets are closed, and in the right order.
 * Throws `syntax_error`.
 */
export function checkBrackets(text: string, format: string): void {
  const open: { mark: string; offset: number }[] = []
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(text); match; match = PIECE.exec(text)) {
    const [piece] = match
    const offset = match.index
    if (piece === '/*') {
      const stop = text.indexOf('*/', offset + 2)
      if (stop < 0)
        throw syntaxError({
          format,
          text,
          offset,
          reason: { en: 'this comment is never closed by */', zh: '注释没有以 */ 结束' },
        })
      PIECE.lastIndex = stop + 2
    } else if (/^["']/.test(piece)) {
      if (piece.length < 2 || piece.at(-1) !== piece[0])
        throw syntaxError({ format, text, offset, reason: { en: 'this quote is never closed', zh: '引号没有结束' } })
    } else if (CLOSING[piece]) open.push({ mark: piece, offset })
    else if (piece.length === 1) {
      const top = open.pop()
      const expected = top && CLOSING[top.mark]
      if (expected !== piece)
        throw syntaxError({
          format,
          text,
          offset,
          reason: expected
            ? { en: `expected “${expected}”, got “${piece}”`, zh: `应为“${expected}”，却是“${piece}”` }
            : { en: `“${piece}” closes nothing`, zh: `多余的“${piece}”` },
        })
    }
  }
  const left = open.at(-1)
  if (left)
    throw syntaxError({
      format,
      text,
      offset: left.offset,
      reason: { en: `this “${left.mark}” is never closed`, zh: `“${left.mark}”没有闭合` },
    })
}
