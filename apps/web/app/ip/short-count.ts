/** A count in few letters, for where there is room for four: 999, 1.2k, 35k, 2M; never more than it is. */
export function toShortCount(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 10_000) return `${Math.floor(count / 100) / 10}k`
  return count < 1_000_000 ? `${Math.floor(count / 1_000)}k` : `${Math.floor(count / 1_000_000)}M`
}
