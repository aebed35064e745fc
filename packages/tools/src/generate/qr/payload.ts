import { decodeText, findText, type Charset } from '../../lib/charset.ts'
import { toHex } from '../../lib/bytes.ts'

/** Encodings by their numbers in codes (AIM ECI); labels that TextDecoder knows, and our own. */
const ECI: Readonly<Record<number, string>> = {
  1: 'latin1',
  3: 'latin1',
  ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16].map((part) => [part + 2, `iso-8859-${part}`])),
  20: 'shift_jis',
  21: 'windows-1250',
  22: 'windows-1251',
  23: 'windows-1252',
  24: 'windows-1256',
  25: 'utf-16be',
  26: 'utf-8',
  27: 'utf-8',
  28: 'big5',
  29: 'gb18030',
  30: 'euc-kr',
  31: 'gb18030',
  32: 'gb18030',
  33: 'utf-16le',
  34: 'utf-32be',
  35: 'utf-32le',
}
const OWN: readonly string[] = [
  'latin1',
  'shift_jis',
  'big5',
  'gb18030',
  'euc-kr',
  'utf-8',
  'utf-16be',
  'utf-16le',
  'utf-32be',
  'utf-32le',
]

/** The text of bytes in a code: of the encoding that it names, or of the first that they can be. */
export function readPayload(bytes: Uint8Array, eci?: number): string {
  const named = eci === undefined ? undefined : ECI[eci]
  return (named === undefined ? undefined : findNamed(bytes, named)) ?? guessText(bytes)
}

function findNamed(bytes: Uint8Array, label: string): string | undefined {
  if (OWN.includes(label)) return findText(bytes, label as Charset)
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Pairs of GB 2312 among ASCII; and bytes that no Latin-1 text has. */
const GB_2312 = /^(?:[0-7][\da-f]|(?:a[1-9]|[b-e].|f[0-7])(?:a[1-9a-f]|[b-e].|f[\da-e]))*$/
const HAS_C1 = /^(?:..)*[89]/

function guessText(bytes: Uint8Array): string {
  const hex = toHex(bytes)
  const guesses: readonly Charset[] = GB_2312.test(hex)
    ? ['utf-8', 'gb18030']
    : HAS_C1.test(hex)
      ? ['utf-8', 'shift_jis', 'gb18030']
      : ['utf-8']
  for (const charset of guesses) {
    const text = findText(bytes, charset)
    if (text !== undefined) return text
  }
  return decodeText(bytes, 'latin1')
}
