import { findAsciiHost } from '../idn.ts'

const MAX_LABEL = 63
/** The offset of a pointer has 14 bits (RFC 1035 §4.1.4). */
const MAX_OFFSET = 0x3fff
const MAX_NAMES = 128

/** Names as DNS writes them, endings that were written before as pointers (RFC 3397 §2); undefined for what is no name. */
export function writeDomainNames(names: readonly string[]): Uint8Array | undefined {
  const bytes: number[] = []
  const known = new Map<string, number>()
  for (const name of names) {
    const ascii = findAsciiHost(name.replace(/\.$/, ''))
    const labels = ascii?.split('.') ?? []
    if (labels.length === 0 || labels.some((label) => label === '' || label.length > MAX_LABEL) || ascii!.length > 253)
      return undefined
    let pointer: number | undefined
    for (let i = 0; i < labels.length && pointer === undefined; i++) {
      const ending = labels.slice(i).join('.')
      pointer = known.get(ending)
      if (pointer !== undefined) continue
      if (bytes.length <= MAX_OFFSET) known.set(ending, bytes.length)
      bytes.push(labels[i]!.length, ...Array.from(labels[i]!, (char) => char.charCodeAt(0)))
    }
    if (pointer === undefined) bytes.push(0)
    else bytes.push(0xc0 | (pointer >> 8), pointer & 0xff)
  }
  return Uint8Array.from(bytes)
}

/** The names of a search list; undefined where the bytes are none, or a pointer does not lead back. */
export function findDomainNames(bytes: Uint8Array): string[] | undefined {
  const names: string[] = []
  for (let at = 0; at < bytes.length && names.length < MAX_NAMES;) {
    const read = readDomainName(bytes, at)
    if (!read) return undefined
    names.push(read.name)
    at = read.end
  }
  return names
}

function readDomainName(bytes: Uint8Array, start: number): { name: string; end: number } | undefined {
  const labels: string[] = []
  let end: number | undefined
  for (let at = start; ;) {
    const size = bytes[at]
    if (size === undefined || labels.length > 127) return undefined
    if (size === 0) return { name: labels.join('.') || '.', end: end ?? at + 1 }
    if (size >= 0xc0) {
      const target = ((size & 0x3f) << 8) | (bytes[at + 1] ?? at)
      if (target >= at) return undefined
      end ??= at + 2
      at = target
      continue
    }
    if (size > MAX_LABEL || at + 1 + size > bytes.length) return undefined
    labels.push(String.fromCharCode(...bytes.subarray(at + 1, at + 1 + size)))
    at += 1 + size
  }
}
