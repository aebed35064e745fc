/** Names by the first digits of the numbers of a calling code; the longest counts. */
export type PrefixNames = ReadonlyMap<string, string>

/** Packs names into a text: a line for each, and of its prefixes in order what differs from the one before, after how much is the same. */
export function packNames(names: PrefixNames): string {
  const prefixes = Map.groupBy(names.keys(), (prefix) => names.get(prefix)!)
  return [...prefixes].map(([name, all]) => [name, ...toDifferences(all.sort())].join('\t')).join('\n')
}

function toDifferences(prefixes: readonly string[]): string[] {
  return prefixes.map((prefix, index) => {
    const before = prefixes[index - 1] ?? ''
    let same = 0
    while (same < Math.min(before.length, 9) && before[same] === prefix[same]) same++
    return `${same}${prefix.slice(same)}`
  })
}

/** Unpacks what {@link packNames} has packed. */
export function unpackNames(packed: string): PrefixNames {
  const names = new Map<string, string>()
  for (const line of packed.split('\n')) {
    const [name = '', ...differences] = line.split('\t')
    let prefix = ''
    for (const difference of differences) {
      prefix = prefix.slice(0, Number(difference[0])) + difference.slice(1)
      names.set(prefix, name)
    }
  }
  return names
}

/** The name of the longest prefix that a number begins with, be it the empty one of all numbers. */
export function findName(names: PrefixNames, nationalNumber: string): string | undefined {
  for (let length = nationalNumber.length; length >= 0; length--) {
    const name = names.get(nationalNumber.slice(0, length))
    if (name !== undefined) return name
  }
  return undefined
}
