/**
 * Names of columns, of which none stands twice: most readers of JSON keep the last of two values alone. `a, a` becomes
 * `a, a_2`, and empty ones after the first are named after their place.
 */
export function toColumnNames(head: readonly string[]): string[] {
  const taken = new Set(head)
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  return head.map((name, at) => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    let own = name === '' ? `column${at + 1}` : name
    let count = counts.get(name) ?? 2
    while (taken.has(own)) own = `${name || 'column'}_${count++}`
    counts.set(name, count)
    taken.add(own)
    return own
  })
}
