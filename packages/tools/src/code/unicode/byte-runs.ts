import { concatBytes, toBytes, type Bytes } from '../../lib/bytes.ts'
import { findCharset, findText, type Charset } from '../../lib/charset.ts'
import { ALPHABETS, decodeBits } from '../../lib/radix-text.ts'

/** Bytes in octal as git and ls write names of files, and in hexadecimal as quoted-printable does (RFC 2045 §6.7). */
const OCTAL = /(?:\\[0-3][0-7]{2}){2,}/g
const QUOTED = /(?:=(?:[\dA-F]{2}|\r?\n))+/g
const WORD = String.raw`=\?[\w-]+(?:\*[\w-]+)?\?[bq]\?[^?\s]*\?=`
const WORDS = new RegExp(String.raw`${WORD}(?:\s+${WORD})*`, 'gi')

/** Reads encoded words of mail headers (RFC 2047), and runs of octal or quoted-printable bytes that hold more than ASCII. */
export function readByteRuns(text: string): string {
  return text
    .replaceAll(WORDS, readWords)
    .replaceAll(OCTAL, (run) => readRun(run, /\\(\d{3})/g, 8))
    .replaceAll(QUOTED, (run) => readRun(run, /=([\dA-F]{2})/g, 16))
}

function readRun(run: string, digits: RegExp, base: 8 | 16): string {
  const bytes = toBytes(Array.from(run.matchAll(digits), ([, byte = '']) => Number.parseInt(byte, base)))
  // ASCII alone may be a path or a sum: \101\102, a=20.
  return bytes.some((byte) => byte > 0x7f) ? (findText(bytes, 'utf-8') ?? run) : run
}

/** White space between two words is not shown (§6.2); a character may be cut between two of one character set. */
function readWords(run: string): string {
  const parts: { charset: Charset; bytes: Bytes }[] = []
  for (const [, label = '', way = '', body = ''] of run.matchAll(/=\?([\w-]+)(?:\*[\w-]+)?\?([bq])\?([^?\s]*)\?=/gi)) {
    const charset = findCharset(label)
    if (!charset) return run
    const bytes = /b/i.test(way) ? decodeBits(body, ALPHABETS.base64).bytes : readQ(body)
    const last = parts.at(-1)
    if (last?.charset === charset) last.bytes = concatBytes(last.bytes, bytes)
    else parts.push({ charset, bytes })
  }
  const texts = parts.map(({ charset, bytes }) => findText(bytes, charset))
  return texts.every((text) => text !== undefined) ? texts.join('') : run
}

/** The Q encoding (§4.2): `_` is a space. */
function readQ(body: string): Bytes {
  const plain = body
    .replaceAll('_', ' ')
    .replaceAll(/=([\dA-F]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return toBytes(Array.from(plain, (char) => char.charCodeAt(0)))
}
