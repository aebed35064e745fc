/** AS numbers have 32 bits (RFC 6793). */
export const MAX_AS = 0xffff_ffff

/**
 * The number in `AS13335`, `asn 13335` or `AS1.10`, which writes the two halves of one (asdot, RFC 5396), and in a bare `13335`
 * where the text is known to be about an AS; undefined for another text. The number may be above {@link MAX_AS}.
 */
export function readAsNumber(text: string, { mayBeBare = false } = {}): number | undefined {
  const [, word, written, low] = /^(asn?[ -]?)?(\d{1,20})(?:\.(\d{1,5}))?$/i.exec(text.trim()) ?? []
  if (written === undefined || (word === undefined && !mayBeBare)) return undefined
  if (low === undefined) return Number(written)
  const isHalf = (half: string) => Number(half) <= 0xffff
  return isHalf(written) && isHalf(low) ? Number(written) * 0x1_0000 + Number(low) : Infinity
}
