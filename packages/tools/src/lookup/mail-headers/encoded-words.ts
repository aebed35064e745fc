/** `=?charset*language?B or Q?text?=` (RFC 2047 §2, RFC 2231 §5). */
const WORD = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([BbQq])\?([^?\s]*)\?=/g
const BETWEEN = /^\s+$/

/** Names that mail programs write and browsers do not know (WHATWG Encoding §4.2). */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cp936: 'gbk',
  ms936: 'gbk',
  'windows-936': 'gbk',
  eucgb2312_cn: 'gbk',
  cp950: 'big5',
  big5_tw: 'big5',
  cp949: 'euc-kr',
  cp932: 'shift_jis',
}

type Piece = { readonly charset: string; readonly bytes: Uint8Array; readonly raw: string }

/**
 * A header text with its encoded words read (RFC 2047). Neighbours of one charset are read together, since many senders part
 * them within a character. A word of an unknown charset stays as it is.
 */
export function readEncodedWords(text: string): string {
  let out = ''
  let pieces: Piece[] = []
  let end = 0
  const flush = () => {
    out += readPieces(pieces)
    pieces = []
  }
  for (const match of text.matchAll(WORD)) {
    const [raw, charset = '', encoding = '', content = ''] = match
    const between = text.slice(end, match.index)
    const isNeighbour = pieces.length > 0 && (between === '' || BETWEEN.test(between))
    if (!isNeighbour || pieces[0]!.charset.toLowerCase() !== charset.toLowerCase()) flush()
    if (!isNeighbour) out += between
    pieces.push({ charset, raw, bytes: encoding.toUpperCase() === 'B' ? readB(content) : readQ(content) })
    end = match.index + raw.length
  }
  flush()
  return out + text.slice(end)
}

function readPieces(pieces: readonly Piece[]): string {
  const [first] = pieces
  if (!first) return ''
  const name = first.charset.toLowerCase()
  // A word of these begins and ends in ASCII (RFC 1468); joined, the escapes between two would count as an error.
  if (name.startsWith('iso-2022') && pieces.length > 1) return pieces.map((piece) => readPieces([piece])).join('')
  const bytes = Uint8Array.from(pieces.flatMap((piece) => [...piece.bytes]))
  try {
    return new TextDecoder(OTHER_NAMES[name] ?? name).decode(bytes)
  } catch {
    return pieces.map(({ raw }) => raw).join(' ') // no encoding of browsers has this name
  }
}

function readB(content: string): Uint8Array {
  const letters = content.replaceAll(/[^A-Za-z\d+/]/g, '')
  const whole = letters.length % 4 === 1 ? letters.slice(0, -1) : letters
  return Uint8Array.from(atob(whole), (char) => char.charCodeAt(0))
}

function readQ(content: string): Uint8Array {
  const letters = content
    .replaceAll('_', ' ')
    .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Uint8Array.from(letters, (char) => char.charCodeAt(0) & 0xff)
}
