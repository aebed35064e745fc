import { joinBytes, toBytes, type Bytes } from './bytes.ts'
import { decodeSound, findCharset, findDecoder, findText } from './charset.ts'
import { ALPHABETS, decodeBits } from './radix-text.ts'
import { findOwn } from './find-own.ts'

/** `=?charset*language?B or Q?text?=` (RFC 2047 §2, RFC 2231 §5). */
const WORD = String.raw`=\?[^?*\s]+(?:\*[^?\s]*)?\?[bq]\?[^?\s]*\?=`
const WORDS = new RegExp(String.raw`${WORD}(?:\s*${WORD})*`, 'gi')
const PARTS = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/gi

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

/**
 * A text with the encoded words of mail headers read (RFC 2047). Words that cannot be read, by their charset or their bytes, stay
 * as they are.
 */
export function readEncodedWords(text: string): string {
  const unknown = new Set<string>() // to ask for a decoder in vain takes long
  return text.replaceAll(WORDS, (run) => readWords(run, unknown) ?? run)
}

/** White space between two words is not shown (§6.2); many senders cut a character between two of one charset. */
function readWords(run: string, unknown: Set<string>): string | undefined {
  const parts: { name: string; pieces: Bytes[] }[] = []
  for (const [, label = '', way = '', body = ''] of run.matchAll(PARTS)) {
    const name = findOwn(OTHER_NAMES, label.toLowerCase()) ?? label.toLowerCase()
    if (unknown.has(name)) return undefined
    const bytes = /b/i.test(way) ? decodeBits(body, ALPHABETS.base64).bytes : readQ(body)
    const last = parts.at(-1)
    // A word of ISO 2022 begins and ends in ASCII (RFC 1468); joined, the escapes between two would count as an error.
    if (last?.name === name && !name.startsWith('iso-2022')) last.pieces.push(bytes)
    else parts.push({ name, pieces: [bytes] })
  }
  let texts = ''
  for (const { name, pieces } of parts) {
    const text = findBytesText(joinBytes(pieces), name)
    if (text === undefined && !findDecoder(name)) unknown.add(name)
    if (text === undefined) return undefined
    texts += text
  }
  return texts
}

/** Charsets that only browsers know are theirs to read. */
function findBytesText(bytes: Bytes, name: string): string | undefined {
  const charset = findCharset(name)
  return charset ? findText(bytes, charset) : decodeSound(bytes, name)
}

/** The Q encoding (§4.2): `_` is a space. */
function readQ(body: string): Bytes {
  const plain = body
    .replaceAll('_', ' ')
    .replaceAll(/=([\dA-F]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return toBytes(Array.from(plain, (char) => char.charCodeAt(0)))
}
