import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { concatBytes, type Bytes } from '../../lib/bytes.ts'
import { badPadding } from './failure.ts'

/** How the last block is filled up. */
export const PADDINGS = {
  pkcs7: { en: 'PKCS#7', zh: 'PKCS#7' },
  zero: { en: 'Zero bytes', zh: '补零' },
  iso7816: { en: 'ISO 7816-4 (80 00 …)', zh: 'ISO 7816-4（80 00 …）' },
  iso10126: { en: 'ISO 10126 (random)', zh: 'ISO 10126（随机）' },
  x923: { en: 'ANSI X9.23', zh: 'ANSI X9.23' },
  none: { en: 'None', zh: '无填充' },
} as const satisfies Record<string, Text>
export type Padding = keyof typeof PADDINGS
export const PADDING_NAMES = Object.keys(PADDINGS) as [Padding, ...Padding[]]

/** Fills data up to whole blocks. Without padding it must be whole already. */
export function pad(
  data: Uint8Array,
  options: { scheme: Padding; blockBytes: number; random: (sizeBytes: number) => Uint8Array },
): Bytes {
  const { scheme, blockBytes, random } = options
  const over = data.length % blockBytes
  if (scheme === 'none' && over) throw refuseRest(data.length, blockBytes)
  if (scheme === 'none' || (scheme === 'zero' && !over)) return Uint8Array.from(data)
  const missing = blockBytes - over
  const fill = new Uint8Array(missing)
  if (scheme === 'pkcs7') fill.fill(missing)
  if (scheme === 'iso7816') fill[0] = 0x80
  if (scheme === 'iso10126') fill.set(random(missing))
  if (scheme === 'iso10126' || scheme === 'x923') fill[missing - 1] = missing
  return concatBytes(data, fill)
}

/** Takes the padding off. Throws `wrong_key` with the cause `bad_padding` if it is not there. */
export function unpad(data: Bytes, scheme: Padding, blockBytes: number): Bytes {
  if (scheme === 'none') return data
  if (scheme === 'zero') return data.subarray(0, data.findLastIndex((byte) => byte !== 0) + 1)
  const last = data.at(-1) ?? 0
  if (scheme === 'iso7816') return data.subarray(0, findMark(data, blockBytes))
  const isCount = last >= 1 && last <= blockBytes && last <= data.length
  const fill = data.subarray(data.length - last, data.length - 1)
  const isRight = isCount && (scheme === 'iso10126' || fill.every((byte) => byte === (scheme === 'pkcs7' ? last : 0)))
  if (!isRight) throw badPadding(PADDINGS[scheme].en, last)
  return data.subarray(0, data.length - last)
}

function findMark(data: Uint8Array, blockBytes: number): number {
  const mark = data.findLastIndex((byte) => byte !== 0)
  if (mark < 0 || data[mark] !== 0x80 || data.length - mark > blockBytes) throw badPadding(PADDINGS.iso7816.en, data.at(-1) ?? 0)
  return mark
}

function refuseRest(got: number, blockBytes: number): AppError {
  return new AppError('bad_input', {
    field: 'text',
    expected: { en: `a multiple of ${blockBytes} bytes when there is no padding`, zh: `${blockBytes} 字节的整数倍（不填充时）` },
    got: { en: countOf(got, 'byte'), zh: `${got} 字节` },
  })
}
