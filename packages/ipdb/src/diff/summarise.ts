import type { Change } from './diff.ts'

/** How much has changed. Sizes: addresses of IPv4, networks of 64 bits of IPv6. */
export type Count = { ranges: number; v4: number; v6: number }
export type DiffSummary = {
  readonly added: Count
  readonly removed: Count
  readonly changed: Count
  /** Ranges in which a field differs, added and removed ones included. */
  readonly fields: Readonly<Record<string, Count>>
}

const zero = (): Count => ({ ranges: 0, v4: 0, v6: 0 })

/** Counts changes while they pass by. */
export class DiffCounter {
  readonly #kinds = { added: zero(), removed: zero(), changed: zero() }
  readonly #fields = new Map<string, Count>()

  add(change: Change): void {
    count(this.#kinds[change.kind], change)
    for (const { field } of change.fields) {
      let of = this.#fields.get(field)
      if (!of) this.#fields.set(field, (of = zero()))
      count(of, change)
    }
  }

  toSummary(): DiffSummary {
    const round = ({ ranges, v4, v6 }: Count): Count => ({ ranges, v4, v6: Math.round(v6) })
    const { added, removed, changed } = this.#kinds
    return {
      added: round(added),
      removed: round(removed),
      changed: round(changed),
      fields: Object.fromEntries([...this.#fields].map(([field, of]) => [field, round(of)])),
    }
  }
}

function count(into: Count, { version, size }: Change): void {
  into.ranges++
  if (version === 4) into.v4 += size
  else into.v6 += size
}
