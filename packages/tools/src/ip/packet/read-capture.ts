import { AppError } from '@octet/core/errors.ts'
import type { Kind } from './layer.ts'

/** A packet as it was found: its bytes, when it came (nanoseconds since 1970) and how long it had been. */
export type Found = {
  readonly bytes: Uint8Array
  readonly kind?: Kind | undefined
  readonly time?: bigint | undefined
  readonly originalBytes?: number | undefined
}

/** Packets that are read of a capture. */
export const MAX_PACKETS = 10_000

/** What a capture begins with (tcpdump.org, “Link-layer header types”). */
const LINK_KINDS: Readonly<Record<number, Kind>> = {
  0: 'loopback',
  1: 'ethernet',
  12: 'ip',
  14: 'ip',
  101: 'ip',
  108: 'loopback',
  113: 'sll',
  228: 'ip',
  229: 'ip',
  276: 'sll2',
}

const PCAP = 0xa1b2c3d4
const PCAP_NANO = 0xa1b23c4d
const PCAPNG = 0x0a0d0d0a
const PCAPNG_ORDER = 0x1a2b3c4d

export type Capture = { readonly packets: readonly Found[]; readonly total: number; readonly isCut: boolean }

/**
 * The packets of a capture file, pcap (draft-ietf-opsawg-pcap) or pcapng (draft-ietf-opsawg-pcapng), of either order of bytes;
 * undefined for other bytes. The first {@link MAX_PACKETS} are kept, all are counted. Throws `unsupported_value` for a kind of
 * link that is not read.
 */
export function readCapture(bytes: Uint8Array): Capture | undefined {
  if (bytes.length < 24) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const isLittle of [true, false]) {
    const magic = view.getUint32(0, isLittle)
    if (magic === PCAP || magic === PCAP_NANO) return readPcap(bytes, view, isLittle, magic === PCAP_NANO ? 1n : 1000n)
  }
  return view.getUint32(0) === PCAPNG ? readPcapng(bytes, view) : undefined
}

function readPcap(bytes: Uint8Array, view: DataView, isLittle: boolean, unit: bigint): Capture {
  const kind = toKind(view.getUint32(20, isLittle) & 0xffff)
  const packets: Found[] = []
  let [at, total] = [24, 0]
  for (; at + 16 <= bytes.length; total++) {
    const size = view.getUint32(at + 8, isLittle)
    if (at + 16 + size > bytes.length) break
    if (packets.length < MAX_PACKETS)
      packets.push({
        bytes: bytes.subarray(at + 16, at + 16 + size),
        kind,
        time: BigInt(view.getUint32(at, isLittle)) * 1_000_000_000n + BigInt(view.getUint32(at + 4, isLittle)) * unit,
        originalBytes: view.getUint32(at + 12, isLittle),
      })
    at += 16 + size
  }
  return { packets, total, isCut: at < bytes.length }
}

type Interface = { readonly kind: Kind; readonly perSecond: bigint }

function readPcapng(bytes: Uint8Array, view: DataView): Capture {
  const packets: Found[] = []
  let interfaces: Interface[] = []
  let [at, total, isLittle] = [0, 0, true]
  while (at + 12 <= bytes.length) {
    if (view.getUint32(at) === PCAPNG) {
      isLittle = view.getUint32(at + 8, true) === PCAPNG_ORDER
      interfaces = []
    }
    const type = view.getUint32(at, isLittle)
    const size = view.getUint32(at + 4, isLittle)
    if (size < 12 || size % 4 || at + size > bytes.length) break
    const block = new DataView(view.buffer, view.byteOffset + at, size)
    if (type === 1 && size >= 20) interfaces.push(readInterface(block, isLittle))
    const found =
      type === 6 ? readEnhanced(block, isLittle, interfaces) : type === 3 ? readSimple(block, isLittle, interfaces) : undefined
    if (found) {
      total++
      if (packets.length < MAX_PACKETS) packets.push(found)
    }
    at += size
  }
  return { packets, total, isCut: at < bytes.length }
}

/** An interface description; its option `if_tsresol` says how fine times are, microseconds without it. */
function readInterface(block: DataView, isLittle: boolean): Interface {
  let perSecond = 1_000_000n
  for (let at = 16; at + 4 <= block.byteLength - 4;) {
    const [code, size] = [block.getUint16(at, isLittle), block.getUint16(at + 2, isLittle)]
    if (code === 0) break
    if (code === 9 && size === 1) {
      const value = block.getUint8(at + 4)
      perSecond = (value & 0x80 ? 2n : 10n) ** BigInt(value & 0x7f)
    }
    at += 4 + ((size + 3) & ~3)
  }
  return { kind: toKind(block.getUint16(8, isLittle)), perSecond }
}

function readEnhanced(block: DataView, isLittle: boolean, interfaces: readonly Interface[]): Found | undefined {
  if (block.byteLength < 32) return undefined
  const of = interfaces[block.getUint32(8, isLittle)]
  const size = block.getUint32(20, isLittle)
  if (!of || 28 + size > block.byteLength) return undefined
  const ticks = BigInt(block.getUint32(12, isLittle)) * 0x1_0000_0000n + BigInt(block.getUint32(16, isLittle))
  return {
    bytes: new Uint8Array(block.buffer, block.byteOffset + 28, size),
    kind: of.kind,
    time: (ticks * 1_000_000_000n) / of.perSecond,
    originalBytes: block.getUint32(24, isLittle),
  }
}

function readSimple(block: DataView, isLittle: boolean, [of]: readonly Interface[]): Found | undefined {
  if (!of || block.byteLength < 16) return undefined
  const originalBytes = block.getUint32(8, isLittle)
  const size = Math.min(originalBytes, block.byteLength - 16)
  return { bytes: new Uint8Array(block.buffer, block.byteOffset + 12, size), kind: of.kind, originalBytes }
}

function toKind(link: number): Kind {
  const kind = LINK_KINDS[link]
  if (kind) return kind
  throw new AppError('unsupported_value', {
    got: link === 105 || link === 127 ? 'Wi-Fi (802.11)' : `LINKTYPE ${link}`,
    reason: {
      en: 'captures of Ethernet, IP, loopback and Linux “any” are read',
      zh: '支持以太网、IP、环回和 Linux“any”接口的抓包',
    },
  })
}
