import { toBytes } from '../../lib/bytes.ts'
import { findText } from '../../lib/charset.ts'
import { readEncodedWords } from '../../lib/encoded-words.ts'

/** Bytes in octal as git and ls write names of files, and in hexadecimal as quoted-printable does (RFC 2045 §6.7). */
const OCTAL = /(?:\\[0-3][0-7]{2}){2,}/g
const QUOTED = /(?:=(?:[\dA-F]{2}|\r?\n))+/g

/** Reads encoded words of mail headers (RFC 2047), and runs of octal or quoted-printable bytes that hold more than ASCII. */
export function readByteRuns(text: string): string {
  return readEncodedWords(text)
    .replaceAll(OCTAL, (run) => readRun(run, /\\(\d{3})/g, 8))
    .replaceAll(QUOTED, (run) => readRun(run, /=([\dA-F]{2})/g, 16))
}

function readRun(run: string, digits: RegExp, base: 8 | 16): string {
  const bytes = toBytes(Array.from(run.matchAll(digits), ([, byte = '']) => Number.parseInt(byte, base)))
  // ASCII alone may be a path or a sum: \101\102, a=20.
  return bytes.some((byte) => byte > 0x7f) ? (findText(bytes, 'utf-8') ?? run) : run
}
