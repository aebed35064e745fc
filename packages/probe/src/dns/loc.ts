import { DnsFormatError } from './format-error.ts'
import type { Reader } from './reader.ts'

/** A place as LOC holds it (RFC 1876 §2): thousandths of an arc second, centimetres. */
type Loc = { latitude: number; longitude: number; altitude: number; size: number; horizontal: number; vertical: number }

const EQUATOR = 2 ** 31
const ALTITUDE_BASE_CM = 10_000_000

export function readLoc(reader: Reader): Loc {
  const version = reader.u8()
  if (version !== 0)
    throw new DnsFormatError({ en: `LOC version ${version} is not known`, zh: `未知的 LOC 版本 ${version}` }, reader.offset)
  const [size, horizontal, vertical] = [reader.u8(), reader.u8(), reader.u8()].map(toCentimetres) as [number, number, number]
  return {
    size,
    horizontal,
    vertical,
    latitude: reader.u32() - EQUATOR,
    longitude: reader.u32() - EQUATOR,
    altitude: reader.u32() - ALTITUDE_BASE_CM,
  }
}

/** `42 21 54.000 N 71 06 18.000 W -24.00m 30m 10000m 10m` (RFC 1876 §3). */
export function fromLoc({ latitude, longitude, altitude, size, horizontal, vertical }: Loc): string {
  return [
    toAngle(latitude, 'N', 'S'),
    toAngle(longitude, 'E', 'W'),
    `${(altitude / 100).toFixed(2)}m`,
    ...[size, horizontal, vertical].map(toMetres),
  ].join(' ')
}

export function writeLoc(text: string): Uint8Array {
  const part = String.raw`(\d+) (\d+) ([\d.]+)`
  const match = new RegExp(String.raw`^${part} ([NS]) ${part} ([EW]) (-?[\d.]+)m ([\d.]+)m ([\d.]+)m ([\d.]+)m$`).exec(text)
  if (!match)
    throw new DnsFormatError({ en: 'a LOC text is not of the form of RFC 1876 §3', zh: 'LOC 文本不符合 RFC 1876 §3 的格式' }, 0)
  const [, d1, m1, s1, ns, d2, m2, s2, ew, altitude, ...precisions] = match
  const bytes = Buffer.alloc(16)
  for (const [index, metres] of precisions.entries()) bytes[index + 1] = fromCentimetres(Math.round(Number(metres) * 100))
  bytes.writeUInt32BE(EQUATOR + toThousandths(d1!, m1!, s1!) * (ns === 'N' ? 1 : -1), 4)
  bytes.writeUInt32BE(EQUATOR + toThousandths(d2!, m2!, s2!) * (ew === 'E' ? 1 : -1), 8)
  bytes.writeUInt32BE(ALTITUDE_BASE_CM + Math.round(Number(altitude) * 100), 12)
  return Uint8Array.from(bytes)
}

function toThousandths(degrees: string, minutes: string, seconds: string): number {
  return (Number(degrees) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1000)
}

function toAngle(thousandths: number, positive: string, negative: string): string {
  const size = Math.abs(thousandths)
  const seconds = ((size % 60_000) / 1000).toFixed(3)
  return `${Math.floor(size / 3_600_000)} ${Math.floor(size / 60_000) % 60} ${seconds} ${thousandths < 0 ? negative : positive}`
}

/** As BIND writes it: hundredths where there are any, and below a metre. */
function toMetres(centimetres: number): string {
  return `${centimetres < 100 ? (centimetres / 100).toFixed(2) : centimetres / 100}m`
}

function toCentimetres(byte: number): number {
  return (byte >> 4) * 10 ** (byte & 15)
}

function fromCentimetres(centimetres: number): number {
  const exponent = centimetres < 1 ? 0 : Math.floor(Math.log10(centimetres))
  return (Math.floor(centimetres / 10 ** exponent) << 4) | exponent
}
