import { isWithin, toName, type Name } from './names.ts'
import type { Zone, ZoneRecord } from './read-zone.ts'

/** Records by their names, and what zones below this one take over. */
export class ZoneIndex {
  readonly apex: Name
  /** Those of the zone itself, in the order of the file. */
  readonly inside: readonly ZoneRecord[]
  readonly outside: readonly ZoneRecord[]
  readonly byName: ReadonlyMap<string, readonly ZoneRecord[]>
  /** With an SOA; else it is some records of a zone, and what they name may stand elsewhere. */
  readonly isWhole: boolean
  /** Types at each name: some names have very many records. */
  readonly #types: ReadonlyMap<string, ReadonlySet<string>>
  readonly #aliases: ReadonlyMap<string, ZoneRecord>
  readonly #cuts: ReadonlyMap<string, Name>
  readonly #parents = new Map<string, Name>()
  /** Names with names below them, which exist without records of their own (RFC 4592 §2.2.2). */
  readonly #between = new Set<string>()

  constructor(apex: Name, { records }: Zone) {
    this.apex = apex
    this.inside = records.filter(({ owner }) => isWithin(owner, apex))
    this.outside = records.filter(({ owner }) => !isWithin(owner, apex))
    this.byName = Map.groupBy(this.inside, ({ owner }) => owner.key)
    this.#types = new Map([...this.byName].map(([key, records]) => [key, new Set(records.map(({ type }) => type))]))
    this.#aliases = new Map(this.inside.filter(({ type }) => type === 'CNAME').map((record) => [record.owner.key, record]))
    this.isWhole = this.has(apex, 'SOA')
    this.#cuts = new Map(
      this.inside.filter(({ type, owner }) => type === 'NS' && owner.key !== apex.key).map(({ owner }) => [owner.key, owner]),
    )
    for (const records of this.byName.values())
      for (const above of this.listAbove(records[0]!.owner)) {
        if (this.#between.has(above.key)) break
        this.#between.add(above.key)
      }
  }

  at(name: Name): readonly ZoneRecord[] {
    return this.byName.get(name.key) ?? []
  }

  has(name: Name, type: string): boolean {
    return this.#types.get(name.key)?.has(type) ?? false
  }

  /** The topmost delegation that a name is at or below. */
  findCut(name: Name): Name | undefined {
    if (this.#cuts.size === 0) return undefined
    let found: Name | undefined
    for (const above of [name, ...this.listAbove(name)]) if (this.#cuts.has(above.key)) found = above
    return found
  }

  findAlias(name: Name): ZoneRecord | undefined {
    return this.#aliases.get(name.key)
  }

  /** The types that a query for this name finds: its own, else those of the wildcard that stands for it (RFC 4592 §3.3). */
  findAnswer(name: Name): ReadonlySet<string> | undefined {
    const own = this.#types.get(name.key)
    if (own) return own
    if (this.#between.has(name.key)) return new Set()
    for (const above of this.listAbove(name)) {
      const wild = this.#types.get(toName(['*', ...above.labels]).key)
      if (wild) return wild
      if (this.#types.has(above.key) || this.#between.has(above.key)) return undefined
    }
    return undefined
  }

  /** Names between this one and the top of the zone, the top too. */
  *listAbove(name: Name): Generator<Name> {
    for (let at = name; at.labels.length > this.apex.labels.length;) {
      at = this.#getParent(at)
      yield at
    }
  }

  #getParent(name: Name): Name {
    const known = this.#parents.get(name.key)
    if (known) return known
    const parent = toName(name.labels.slice(1))
    this.#parents.set(name.key, parent)
    return parent
  }
}
