/** Text in which nothing is a mark of Markdown; white space is one space. */
export const escapeMarkdown = (text: string): string => escapeMarks(text.replaceAll(/[ \t\r\n\f]+/g, ' '))

/** Bare addresses; what ends a sentence is not of them. */
const ADDRESS = /(https?:\/\/[^\s<>\\`]*[^\s<>\\`.,:;!?'"()[\]])/i

/**
 * As {@link escapeMarkdown}, for text in which parsers find bare addresses. These take marks and backslashes behind them for
 * their own, so they stand bare only before a space, else in `<…>`; in a link, where no link may be, with a broken colon.
 */
export function escapeLinked(text: string, isLink: boolean): string {
  const pieces = text.replaceAll(/[ \t\r\n\f]+/g, ' ').split(ADDRESS)
  return pieces
    .map((piece, index) => (index % 2 === 0 ? escapeMarks(piece) : toAddress(piece, pieces[index + 1] ?? '', isLink)))
    .join('')
}

function toAddress(address: string, next: string, isLink: boolean): string {
  const isBare = escapeMarks(address) === address && /^[.,:;!?]?\s\S/.test(next)
  const isReference = next.startsWith(';') && /&#?\w+$/.test(address)
  if (isBare && !isReference) return address
  if (!isLink && !isReference) return `<${address}>`
  const broken = escapeMarks(address).replaceAll('://', String.raw`\://`)
  return isReference ? broken.replace(/&(?=#?\w+$)/, String.raw`\&`) : broken
}

/** Text in which nothing is a mark of Markdown. */
export function escapeMarks(text: string): string {
  if (!/[\\`*[\]~_<&]/.test(text)) return text
  return text
    .replaceAll(/[\\`*[\]~]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll(/<(?=[a-z/!?])|&(?=#?\w+;)/gi, String.raw`\$&`)
}

/** Lines of a paragraph that would begin something else: a heading, a quote, an item, a rule. */
export function escapeLineStarts(lines: string): string {
  return lines
    .replaceAll(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|=+(?=\s*$)|-(?=[-\s]*$)|~~~)/gm, String.raw`\$&`)
    .replaceAll(/^(\d{1,9})([.)])(?=\s|$)/gm, String.raw`$1\$2`)
}

/** The address of a link or picture between its parentheses. */
export function toDestination(address: string): string {
  return address
    .trim()
    .replaceAll(/[\s<>]/g, encodeURIComponent)
    .replaceAll(/[()\\]|&(?=#?\w+;)/g, String.raw`\$&`)
}

/** A title behind the address, with the space before it. */
export function toTitle(title: string | undefined): string {
  const plain = (title ?? '').replaceAll(/\s+/g, ' ').trim()
  return plain && ` "${plain.replaceAll(/["\\]|&(?=#?\w+;)/g, String.raw`\$&`)}"`
}

/** A fence of backticks that the text does not hold. */
export function toFence(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0)
  return '`'.repeat(Math.max(least, longest + 1))
}

/** Code within a line. */
export function toCodeSpan(text: string): string {
  const plain = text.replaceAll('\n', ' ')
  if (plain === '') return ''
  const fence = toFence(plain, 1)
  const pad = /^`|`$|^ .*[^ ].* $/.test(plain) ? ' ' : ''
  return `${fence}${pad}${plain}${pad}${fence}`
}
