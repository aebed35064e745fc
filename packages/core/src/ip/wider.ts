/** The accuracy radius of addresses at one place together: the widest that is known. */
export function toWider(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.max(one, other)
}
