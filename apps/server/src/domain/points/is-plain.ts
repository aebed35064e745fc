/** Results of probes nest a fifth of this. What nests without end can be parsed, but neither copied nor written. */
const MAX_DEPTH = 40

/** Whether a parsed JSON value may be kept and calculated with: no deeper than results are, and no number beyond the exact ones. */
export function isPlain(value: unknown): boolean {
  const open: [value: unknown, depth: number][] = [[value, 0]]
  for (let next; (next = open.pop());) {
    const [one, depth] = next
    if (typeof one === 'number' && !(Math.abs(one) <= Number.MAX_SAFE_INTEGER)) return false
    if (typeof one !== 'object' || one === null) continue
    if (depth >= MAX_DEPTH) return false
    for (const child of Object.values(one)) open.push([child, depth + 1])
  }
  return true
}
