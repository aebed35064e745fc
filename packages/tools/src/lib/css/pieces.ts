/** The pieces of a selector, value or prelude: white space, comments, texts and urls apart, since nothing may be changed inside them. */
const PIECE =
  /(?<comment>\/\*[\s\S]*?\*\/)|(?<fixed>"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\burl\((?!\s*["'])(?:\\[\s\S]|[^\\)])*\)|\\[\s\S])|(?<space>\s+)|(?<mark>[,()[\]>~+:])|[^\s"'\\,()[\]>~+:/u]+|[\s\S]/giu

/** Words with a space between them: most texts are. */
const TIDY = /^[\w.#%-]+(?: [\w.#%-]+)*$/

type Style = {
  /** Selectors have combinators; elsewhere `>`, `+` and `~` are left alone. */
  readonly isSelector: boolean
  readonly isShort: boolean
}

/**
 * Writes the white space of a selector, value or prelude anew. A space is only taken where the grammar allows none or any
 * (CSS Syntax 3 §4): beside commas, inside parentheses, beside combinators. In the short form comments go,
 * and leave a space where two words would meet.
 */
export function tidyCss(text: string, { isSelector, isShort }: Style): string {
  if (TIDY.test(text)) return text
  let out = ''
  let hasGap = false
  /** Nothing may follow the last piece but the next one. */
  let isTight = true
  let parens = 0
  let brackets = 0
  for (const { 0: piece, groups = {} } of text.trim().matchAll(PIECE)) {
    if (groups['space']) {
      hasGap = true
      continue
    }
    if (groups['comment'] && isShort) {
      // `a/**/b` are two words, `a b` is another selector: the shortest comment keeps them apart.
      if (!hasGap) out += '/**/'
      continue
    }
    const mark = groups['mark'] ?? ''
    const isCombinator = isSelector && parens === 0 && brackets === 0 && mark !== '' && '>~+'.includes(mark)
    const isEnd = mark === ',' || mark === ')'
    const wantsGap = isCombinator ? !isShort && out !== '' : hasGap && !isTight && !isEnd
    out += `${wantsGap ? ' ' : ''}${piece}`
    if (mark === '(') parens++
    if (mark === ')') parens--
    if (mark === '[') brackets++
    if (mark === ']') brackets--
    isTight = mark === '(' || (isShort && (isCombinator || mark === ','))
    hasGap = !isShort && (isCombinator || mark === ',')
  }
  return isShort ? cleanShort(out) : out
}

/** Empty comments stay only between two word characters. */
function cleanShort(text: string): string {
  return text.replaceAll(/(?:\/\*\*\/)+/g, (mark, place: number) =>
    /[\w-]/.test(text.charAt(place - 1)) && /[\w-]/.test(text.charAt(place + mark.length)) ? '/**/' : '',
  )
}

/** Splits at the commas that are not inside brackets or texts. */
export function splitAtCommas(text: string): string[] {
  if (!text.includes(',')) return [text]
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const { 0: piece, groups = {} } of text.matchAll(PIECE)) {
    if (groups['mark'] && '(['.includes(piece)) depth++
    else if (groups['mark'] && ')]'.includes(piece)) depth--
    if (piece === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += piece
  }
  return [...parts, part]
}
