import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { toCidr } from '@octet/core/ip/cidr.ts'
import { parseRange, toRange, type IpRange } from '@octet/core/ip/range.ts'
import { splitLines } from '@octet/core/lines.ts'
import { toHalfWidth } from '../half-width.ts'
import { parseNetmask } from '../netmask.ts'

const MAX_ENTRIES = 200_000

/**
 * Reads a list of addresses, networks and ranges: one per line or between commas, `#` begins a comment, and `;` too
 * unless a next entry follows it,
 * `192.0.2.0/255.255.255.0`, `192.0.2.0 255.255.255.0`, `192.0.2.*`, `192.0.2.10-20` and `a b` too; as a list
 * in JSON or YAML, too. Throws `bad_input` with the line.
 */
export function readList(text: string, field: string): IpRange[] {
  const ranges: IpRange[] = []
  for (const [index, line] of splitLines(text).entries()) {
    if (line === '' || line === '\r') continue
    const plain = withoutSemicolons(toHalfWidth(line).replace(/(?:#|\/\/).*/s, ''))
      .trim()
      .replace(/^- +/, '')
    for (const entry of plain.split(',').map(toBare)) if (entry) ranges.push(readEntry(entry, { field, line: index + 1 }))
    if (ranges.length > MAX_ENTRIES)
      throw new AppError('too_large', { field, limit: counted(MAX_ENTRIES, 'entries'), got: `> ${MAX_ENTRIES}` })
  }
  return ranges
}

/** `a; b` as `a, b`, and `a ; words` as `a`: lists part their entries by what other lists begin comments with. */
function withoutSemicolons(line: string): string {
  const [first = '', ...others] = line.split(';')
  if (first.trim() === '') return ''
  const end = others.findIndex((entry) => entry.trim() !== '' && !BEGINS_ENTRY.test(entry))
  return [first, ...(end < 0 ? others : others.slice(0, end))].join(',')
}

/** How an address begins: digits and a point, or a group and a colon. */
const BEGINS_ENTRY = /^[\s["']*(?:\d{1,3}\.[\d*]|[\da-f]{0,4}:[\da-f:])/i

/** An entry without the brackets and quotes of a list in JSON or YAML. */
function toBare(entry: string): string {
  const bare = entry.replace(/^[\s["']+/, '')
  let end = bare.length
  while (end > 0 && /[\s\]"']/.test(bare[end - 1]!)) end--
  return bare.slice(0, end)
}

type Place = { readonly field: string; readonly line: number }

function readEntry(entry: string, place: Place): IpRange {
  const masked = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(entry)
  const last = /^(\d+\.\d+\.\d+\.)(\d+)\s*[-–~]\s*(\d+)$/.exec(entry)
  const pair = /^([\da-f.:]+)\s+([\da-f.:]+)$/i.exec(entry)
  const stars = /^\d+(?:\.\d+){0,2}(?:\.\*)+$/.test(entry) && entry.split('.').length === 4
  try {
    if (stars) return parseRange(`${entry.replaceAll('*', '0')}-${entry.replaceAll('*', '255')}`)
    if (pair && isMask(pair[2]!) && !TO_THE_END.test(entry)) return fromMask(pair[1]!, pair[2]!)
    if (masked?.[2]?.includes('.')) return fromMask(masked[1]!, masked[2]!)
    if (last) return parseRange(`${last[1]}${last[2]}-${last[1]}${last[3]}`)
    return parseRange(pair ? `${pair[1]}-${pair[2]}` : entry)
  } catch (cause) {
    throw new AppError(
      'bad_input',
      {
        field: place.field,
        expected: {
          en: `an address, a network (192.0.2.0/24) or a range (192.0.2.1-192.0.2.9, lower end first) on line ${place.line}`,
          zh: `地址、网段（192.0.2.0/24）或范围（192.0.2.1-192.0.2.9，小的在前；第 ${place.line} 行）`,
        },
        got: entry.slice(0, 80),
        line: place.line,
      },
      { cause },
    )
  }
}

/** The last row of tables with first and last addresses; a host of that mask has no such number. */
const TO_THE_END = /^(?:0|128|192|224|240)\.0\.0\.0\s+255\.255\.255\.255$/

/** Behind an address, as routers write it: no range of people ends at 255.255.255.0, and none at 0.0.0.255. */
function isMask(text: string): boolean {
  return /^(?:255|0)(?:\.\d{1,3}){3}$/.test(text) && parseNetmask(text, 4).prefix !== undefined
}

function fromMask(base: string, mask: string): IpRange {
  const address = findAddress(base)
  const { prefix } = parseNetmask(mask, 4)
  if (!address || prefix === undefined)
    throw new Error(`${formatAddress(address ?? { version: 4, value: 0n })} with a mask that has gaps`)
  return toRange(toCidr(address, prefix))
}
