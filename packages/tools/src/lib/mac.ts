import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { formatAddress } from '@octet/core/ip/address.ts'

/** Spellings of a MAC address. */
export const MAC_FORMS = ['colon', 'hyphen', 'dot', 'plain', 'huawei', 'integer'] as const
export type MacForm = (typeof MAC_FORMS)[number]
const MAX_LINES = 10_000

/**
 * The digits of an EUI-48 or EUI-64 (IEEE 802): pairs, fours or whole; single digits between colons are padded (macOS arp).
 * With `minDigits` the beginning of an address is enough. Throws `bad_input` with the name of the `field`.
 */
export function readMac(text: string, { minDigits = 12, field = 'text' }: { minDigits?: number; field?: string } = {}): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const pairs = /^[\da-f]{1,2}(?:[:-][\da-f]{1,2})+$/i.test(plain)
    ? plain
        .split(/[:-]/)
        .map((part) => part.padStart(2, '0'))
        .join('')
    : plain
  const hex = pairs.replaceAll(/[.:\-\s]/g, '').toLowerCase()
  if (/^[\da-f]+$/.test(hex) && (hex.length === 12 || hex.length === 16 || (hex.length >= minDigits && hex.length < 12)))
    return hex
  const expected =
    minDigits < 12
      ? {
          en: `a MAC address of 12 (EUI-64: 16) hexadecimal digits, or at least its first ${minDigits}`,
          zh: `12 位（EUI-64 为 16 位）十六进制的 MAC 地址，或至少前 ${minDigits} 位`,
        }
      : { en: 'a MAC address of 12 (EUI-64: 16) hexadecimal digits', zh: '12 位（EUI-64 为 16 位）十六进制的 MAC 地址' }
  throw new AppError('bad_input', { field, expected, got: text.slice(0, 60) })
}

/**
 * The addresses of a text, one per line or between commas or spaces, or among the words of arp, ip neigh and ipconfig, each by `read`.
 * Throws what it throws, and `too_large` above 10,000.
 */
export function readMacs<T>(text: string, read: (written: string, isAlone: boolean) => T): T[] {
  const lines = splitMacs(text)
  const found = lines.map((line) => (/[\s：]/.test(line) ? (splitWhole(line) ?? findMacs(line)) : []))
  const isTable = found.some((macs) => macs.length > 0)
  const written = lines.flatMap((line, index) => {
    const macs = found[index]!
    // Of a table the headings are no addresses; a line of nothing but digits is meant as one.
    return macs.length > 0 || (isTable && !/^[\da-f.:-]+$/i.test(line)) ? macs : [line]
  })
  return written.map((one) => read(one, written.length === 1))
}

/** The words of a line of nothing but whole addresses. */
function splitWhole(line: string): string[] | undefined {
  const words = line.split(/\s+/)
  const isWhole = (word: string) =>
    /^(?:[\da-f]{1,2}[:-]){5}[\da-f]{1,2}$/i.test(word) ||
    (/^[\da-f.:-]+$/i.test(word) && [12, 16].includes(word.replaceAll(/[.:-]/g, '').length))
  return words.every(isWhole) ? words : undefined
}

const IN_WORDS =
  /(?<![\da-z:.-])(?:(?:[\da-f]{1,2}:){5}[\da-f]{1,2}|(?:[\da-f]{1,2}-){5}[\da-f]{1,2}|(?:[\da-f]{4}[.-]){2}[\da-f]{4})(?![\da-z:-]|\.[\da-z])/gi

/** Whole addresses between other words, as arp, ip neigh and ipconfig print them. */
export function findMacs(text: string): string[] {
  return text.match(IN_WORDS) ?? []
}

/** The addresses of a text as they are written, one per line or between commas and semicolons. Throws `too_large` above 10,000. */
export function splitMacs(text: string): string[] {
  const lines = text
    .split(/[\n,;，；]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length > MAX_LINES)
    throw new AppError('too_large', {
      field: 'text',
      limit: counted(MAX_LINES, 'lines'),
      got: lines.length,
    })
  return lines.length > 0 ? lines : ['']
}

/** Writes the digits of a MAC address in a spelling, in small letters. */
export function writeMac(hex: string, form: MacForm): string {
  const groups = (size: number) => hex.match(new RegExp(`.{1,${size}}`, 'g'))!
  switch (form) {
    case 'colon':
      return groups(2).join(':')
    case 'hyphen':
      return groups(2).join('-')
    case 'dot':
      return groups(4).join('.')
    case 'huawei':
      return groups(4).join('-')
    case 'plain':
      return hex
    case 'integer':
      return BigInt(`0x${hex}`).toString()
  }
}

/** What the two lowest bits of the first byte say (IEEE 802 §8.2). */
export function readMacBits(hex: string): {
  readonly isLocal: boolean
  readonly isGroup: boolean
  readonly isBroadcast: boolean
} {
  const first = Number.parseInt(hex.slice(0, 2), 16)
  return { isLocal: Boolean(first & 2), isGroup: Boolean(first & 1), isBroadcast: /^f{12}(?:f{4})?$/.test(hex) }
}

/** The modified EUI-64 (RFC 4291 appendix A) and the IPv6 link-local address made of it; of a group there is none. */
export function toEui64(hex: string): { readonly eui64: string; readonly linkLocal: string } {
  const id = hex.length === 16 ? hex : `${hex.slice(0, 6)}fffe${hex.slice(6)}`
  const eui = (BigInt(`0x${id}`) ^ (2n << 56n)).toString(16).padStart(16, '0')
  const linkLocal = formatAddress({ version: 6, value: (0xfe80n << 112n) | BigInt(`0x${eui}`) })
  return { eui64: writeMac(eui, 'colon'), linkLocal: readMacBits(hex).isGroup ? '' : linkLocal }
}
