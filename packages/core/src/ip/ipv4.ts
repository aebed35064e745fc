/**
 * The number of an IPv4 address in dotted decimal, or -1 when the text is not exactly that.
 * Leading zeros, short and hexadecimal forms are refused: programs disagree about what they mean (RFC 6943 §3.1.1).
 *
 * @example parseIpv4('1.2.3.4') // 16909060
 */
export function parseIpv4(text: string): number {
  let value = 0
  let octet = -1
  let dots = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit >= 0 && digit <= 9) {
      if (octet === 0) return -1
      octet = octet < 0 ? digit : octet * 10 + digit
      if (octet > 255) return -1
    } else if (digit === -2) {
      if (octet < 0 || ++dots > 3) return -1
      value = (value << 8) | octet
      octet = -1
    } else return -1
  }
  return dots === 3 && octet >= 0 ? ((value << 8) | octet) >>> 0 : -1
}

/** An IPv4 number (0 … 2³²−1) in dotted decimal. */
export function formatIpv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
}
