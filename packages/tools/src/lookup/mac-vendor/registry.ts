/** Who a block of addresses was given to. */
export type Assignment = {
  /** Digits that all addresses of the block begin with. */
  readonly prefix: string
  /** MA-L has 2^24 addresses, MA-M 2^20, MA-S 2^12. */
  readonly registry: 'MA-L' | 'MA-M' | 'MA-S'
  readonly name: string
  readonly address: string
  readonly country: string
}

const REGISTRIES = { 6: 'MA-L', 7: 'MA-M', 9: 'MA-S' } as const
/** The authority keeps these blocks to give parts of them away; a part that is in no list is free. */
const DIVIDED = /^IEEE Registration Authority/

type Registry = Readonly<Record<string, string>>

/** The lists of the IEEE Registration Authority; some megabytes, so they are loaded when they are wanted. */
export async function loadRegistry(): Promise<Registry> {
  return (await import('oui-data', { with: { type: 'json' } })).default
}

/** The smallest block that an address (or its beginning, from six digits on) lies in. */
export function findAssignment(registry: Registry, hex: string): Assignment | undefined {
  const digits = hex.toUpperCase()
  for (const length of [9, 7, 6] as const) {
    const prefix = digits.slice(0, length)
    const entry = prefix.length === length && Object.hasOwn(registry, prefix) ? registry[prefix] : undefined
    if (entry !== undefined) return toAssignment(prefix, entry)
  }
  return undefined
}

/** Whether a block is given away in parts, of which this is none. */
export function isDivided({ name, registry }: Assignment): boolean {
  return registry === 'MA-L' && DIVIDED.test(name)
}

/** Blocks of everyone whose name has all the words, at most `limit`, in the order of their digits. */
export function searchAssignments(registry: Registry, query: string, limit: number): { rows: Assignment[]; total: number } {
  const words = [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))]
  const found = Object.keys(registry).filter((prefix) => {
    const name = registry[prefix]!.split('\n', 1)[0]!.toLowerCase()
    return words.every((word) => name.includes(word))
  })
  const rows = found
    .sort()
    .slice(0, limit)
    .map((prefix) => toAssignment(prefix, registry[prefix]!))
  return { rows, total: found.length }
}

function toAssignment(prefix: string, entry: string): Assignment {
  const [name = '', ...rest] = entry.split('\n')
  const country = rest.pop() ?? ''
  return { prefix, registry: REGISTRIES[prefix.length as 6 | 7 | 9], name, address: rest.join(', '), country }
}
