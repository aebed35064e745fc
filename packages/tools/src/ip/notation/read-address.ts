import { AppError } from '@octet/core/errors.ts'
import { findAddress, MAX_VALUE, parseAddress, type Address } from '@octet/core/ip/address.ts'
import { findReversed } from '@octet/core/ip/reverse-name.ts'
import type { Text } from '@octet/core/text.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { readLoose } from './loose.ts'

export type AddressForm = 'address' | 'integer' | 'hex' | 'binary' | 'loose' | 'arpa' | 'mac'

/** An address, the spelling it came in, and what is doubtful about it. */
export type ReadAddress = { readonly address: Address; readonly form: AddressForm; readonly note?: Text | undefined }

/**
 * Reads an address in any notation: RFC 4291 and dotted decimal, whole integers, 0x…, bits, short and octal forms as
 * `inet_aton` reads them, names below .arpa. Throws `bad_address` with the reason.
 */
export function readAddress(text: string): ReadAddress {
  const plain = toHalfWidth(text)
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
  const strict = findAddress(plain)
  if (strict) return { address: strict, form: 'address' }
  const reversed = findReversed(plain)
  if (reversed && reversed.prefix === (reversed.version === 4 ? 32 : 128)) return { address: reversed, form: 'arpa' }
  const bits = plain.replaceAll(/[\s._:]|^0b/gi, '')
  if (/^(?:[01]{32}|[01]{128})$/.test(bits))
    return { address: { version: bits.length === 32 ? 4 : 6, value: BigInt(`0b${bits}`) }, form: 'binary' }
  if (/^0x[\da-f]{32}$|^[\da-f]{32}$/i.test(plain))
    return { address: { version: 6, value: BigInt(`0x${plain.replace(/^0x/i, '')}`) }, form: 'hex' }
  if (/^[1-9]\d{9,38}$/.test(plain) && BigInt(plain) > MAX_VALUE[4]) return readBigInteger(plain)
  const noted = readWithout(plain)
  if (noted) return noted
  const loose = readLoose(plain)
  if (loose) return { address: { version: 4, value: loose.value }, form: toForm(plain), note: toNote(plain, loose.note) }
  return { address: parseAddress(text.trim()), form: 'address' }
}

const EXTRAS: readonly { pattern: RegExp; toNote: (extra: string) => Text }[] = [
  {
    pattern: /^([\da-f.]*:[\da-f:.]*)(%[\w.-]{1,40})(?:\/\d{1,3})?$/i,
    toNote: (zone) => ({
      en: `${zone} names an interface of one machine and was left out`,
      zh: `${zone} 是某台机器上的网卡标识，已略去`,
    }),
  },
  {
    pattern: /^([\da-f:.]+)(\/\d{1,3})$/i,
    toNote: (prefix) => ({
      en: `${prefix} is the length of a network and was left out`,
      zh: `${prefix} 是网段的前缀长度，已略去`,
    }),
  },
  {
    pattern: /^((?:\d+\.){3}\d+|\[[\da-f:.]+\])(:\d{1,5})$/i,
    toNote: (port) => ({ en: `${port} is a port and was left out`, zh: `${port} 是端口，已略去` }),
  },
]

/** An address as ip addr, ipconfig and logs write it, with what is no part of it said in a note. */
function readWithout(plain: string): ReadAddress | undefined {
  for (const { pattern, toNote } of EXTRAS) {
    const [, written = '', extra = ''] = pattern.exec(plain) ?? []
    const address = findAddress(written.replace(/^\[(.*)\]$/, '$1'))
    if (address) return { address, form: 'address', note: toNote(extra) }
  }
  return undefined
}

function readBigInteger(text: string): ReadAddress {
  const value = BigInt(text)
  if (value > MAX_VALUE[6])
    throw new AppError('bad_address', { reason: { en: 'the integer is above 2^128 − 1', zh: '整数超过 2^128 − 1' }, got: text })
  return { address: { version: 6, value }, form: 'integer' }
}

function toForm(text: string): AddressForm {
  if (/^\d+$/.test(text) && !/^0\d/.test(text)) return 'integer'
  return /^0x[\da-f]+$/i.test(text) ? 'hex' : 'loose'
}

/** A single integer or hexadecimal number is a notation of its own and needs no warning. */
function toNote(text: string, note: Text | undefined): Text | undefined {
  return toForm(text) === 'loose' ? note : undefined
}
