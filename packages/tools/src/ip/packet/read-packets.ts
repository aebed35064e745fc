import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import type { Lang } from '@octet/core/text.ts'
import { parseHex } from '../../lib/bytes.ts'
import { findDumpedHex } from '../../lib/hex-dump.ts'
import { readWritten } from '../../lib/written-bytes.ts'
import { MAX_PACKETS, readCapture, type Capture, type Found } from './read-capture.ts'

/** The packets in a text: one as hex or Base64, or dumps as tcpdump (`-x`, `-X`), Wireshark, xxd and routers write them. */
export function readPackets(text: string, lang: Lang): Capture {
  const dumps = splitDumps(text)
  if (dumps.length > 0) {
    const packets = dumps.slice(0, MAX_PACKETS).map((dump): Found => ({ bytes: parseHex(dump, 'text') }))
    return { packets, total: dumps.length, isCut: false }
  }
  const { bytes } = readWritten(withoutCode(text), lang)
  return readCapture(bytes) ?? { packets: [{ bytes }], total: 1, isCut: false }
}

/** The bytes of an array in C or Go, without what stands around them. */
function withoutCode(text: string): string {
  const [, inside] = /\{([\s\S]*)\}/.exec(text) ?? []
  return (inside ?? text).replaceAll(/\/\*.*?\*\/|\/\/.*$/gm, ' ')
}

/** A line of a dump: an offset, then bytes. */
const OFFSET = /^\s*(?:0x)?([\da-f]{4,8})(?::|\s\s)\s*[\da-f]{2}/i

/** The dumps of a text in hex, one a packet: each begins anew at offset 0. Lines between them, such as tcpdump’s, are left out. */
function splitDumps(text: string): string[] {
  const dumps: string[][] = []
  for (const line of splitLines(text)) {
    const offset = OFFSET.exec(line)?.[1]
    if (offset === undefined) continue
    if (Number.parseInt(offset, 16) === 0) dumps.push([])
    dumps.at(-1)?.push(line)
  }
  return dumps.map((lines) => {
    const hex = findDumpedHex(lines.join('\n'))
    if (hex !== undefined) return hex
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'a dump whose lines follow on each other', zh: '各行偏移连续的转储' },
      got: lines[0]!.trim().slice(0, 60),
    })
  })
}
