import type { ConnectionEnds } from '@octet/core/endpoint.ts'
import { findSystemProgram } from '../ping/programs.ts'
import { runLines } from '../ping/system.ts'

/** What the kernel keeps of one connection (Linux, tcp(7), `struct tcp_info`); sizes in bytes. */
export type SegmentSizes = {
  readonly family: 4 | 6
  /** Largest payload it now sends in a segment: the least of what the peer announced and what the path is known to carry. */
  readonly mss: number
  /** The path's MTU as far as routes and ICMP told it, the own interface's otherwise. */
  readonly pmtu: number
  /** Whether each segment carries the timestamp option (RFC 7323). */
  readonly hasTimestamps: boolean
}

const PROGRAM = 'ss'
const TIMEOUT_MS = 2_000
const HEADER_BYTES = { 4: 20, 6: 40 } as const
const TCP_HEADER_BYTES = 20
/** Ten bytes of timestamps, filled up to a multiple of four. */
const TIMESTAMPS_BYTES = 12

/** Whether this machine can tell; where it cannot, `apt-get install iproute2` helps on Linux. */
export async function canReadSegmentSizes(): Promise<boolean> {
  return (await findSystemProgram(PROGRAM)) !== undefined
}

/** Sizes of a connection of this machine, read by `ss`; undefined when it is not there or tells nothing. Sends no packet. */
export async function readSegmentSizes(ends: ConnectionEnds, signal?: AbortSignal): Promise<SegmentSizes | undefined> {
  const program = await findSystemProgram(PROGRAM)
  if (!program) return undefined
  const { localAddress, localPort, remoteAddress, remotePort } = ends
  const filter = ['src', toHostPort(localAddress, localPort), 'dst', toHostPort(remoteAddress, remotePort)]
  const lines: string[] = []
  for await (const line of runLines(program, ['-Htine', ...filter], { signal, timeoutMs: TIMEOUT_MS })) lines.push(line)
  return parseSegmentSizes(lines, toPlain(remoteAddress).includes(':') ? 6 : 4)
}

/** Reads what `ss -Htine` prints of one connection; undefined when it prints none or several. */
export function parseSegmentSizes(lines: readonly string[], family: 4 | 6): SegmentSizes | undefined {
  const told = lines.filter((line) => /\bmss:\d/.test(line))
  const [line] = told
  if (!line || told.length !== 1) return undefined
  const find = (name: string) => Number(new RegExp(String.raw`(?:^|\s)${name}:(\d{1,6})(?=\s|$)`).exec(line)?.[1])
  const mss = find('mss')
  const pmtu = find('pmtu')
  if (!(mss > 0 && pmtu > 0)) return undefined
  return { family, mss, pmtu, hasTimestamps: /(?:^|\s)ts(?=\s)/.test(line) }
}

/** Bytes of the largest IP packet that the connection sends. */
export function toPacketBytes({ mss, family, hasTimestamps }: Pick<SegmentSizes, 'mss' | 'family' | 'hasTimestamps'>): number {
  return mss + TCP_HEADER_BYTES + (hasTimestamps ? TIMESTAMPS_BYTES : 0) + HEADER_BYTES[family]
}

function toHostPort(address: string, port: number): string {
  const plain = toPlain(address)
  return plain.includes(':') ? `[${plain}]:${port}` : `${plain}:${port}`
}

/** An IPv4 peer of a socket for both families is one of IPv4; the zone of a link-local address is not asked for. */
const toPlain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
