/** Headers without options: RFC 791, RFC 8200, RFC 9293, RFC 768; an echo request has 8 (RFC 792, RFC 4443). */
const IP = { 4: 20, 6: 40 } as const
const TCP = 20
const UDP = 8
const ECHO = 8
/** The timestamps option with its two fillers, which nearly every connection carries (RFC 7323 appendix A). */
const TIMESTAMPS = 12
/** Preamble 8, header 14, check sum 4 and gap 12 of an Ethernet frame (IEEE 802.3). */
const FRAME = 38

/** What fits into packets of a size, in bytes. */
export function toSizes(mtu: number) {
  const of = (family: 4 | 6) => ({
    mss: mtu - IP[family] - TCP,
    data: mtu - IP[family] - TCP - TIMESTAMPS,
    udp: mtu - IP[family] - UDP,
    ping: mtu - IP[family] - ECHO,
  })
  return { 4: of(4), 6: of(6) }
}

/** What somebody may know of a path, and the bytes that stand in front of it. */
export const KNOWN = {
  mtu: 0,
  ping: IP[4] + ECHO,
  ping6: IP[6] + ECHO,
  mss: IP[4] + TCP,
  mss6: IP[6] + TCP,
} as const

/** Share of an Ethernet line that is the data of TCP, in per cent: full segments, with timestamps. */
export function toEfficiency(dataBytes: number, frame: { readonly mtu: number; readonly moreBytes: number }): number {
  return Math.round((dataBytes / (frame.mtu + FRAME + frame.moreBytes)) * 10_000) / 100
}
