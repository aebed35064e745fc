import type { Text } from '@octet/core/text.ts'

/** What a sample is written for; the test of the guides runs it where the program is at hand. */
export type Program = 'curl' | 'node' | 'python' | 'go' | 'nginx' | 'mmdblookup' | 'clickhouse' | 'shell' | 'geoipupdate' | 'json'

/** Lines to copy. `$ORIGIN` stands for this site, `$KEY` for the visitor's key. */
export type GuideSample = {
  readonly program: Program
  /** What is imported and does not come with the program. */
  readonly library?: string
  readonly label: Text
  readonly code: string
}

/** A cell; a name that no language translates stands as it is. */
export type GuideCell = Text | string

/** Facts of the same kind; the first cell of a row names what the others are about. */
export type GuideTable = { readonly head: readonly Text[]; readonly rows: readonly (readonly GuideCell[])[] }

export type GuidePart = {
  readonly id: string
  readonly title: Text
  /** One paragraph; what takes more stands in the table and the notes. */
  readonly words: Text
  readonly table?: GuideTable
  /** What else is good to know, one thing each. */
  readonly notes?: readonly Text[]
  readonly samples: readonly GuideSample[]
}

/** One page of the documentation: how one thing is done. */
export type Guide = {
  readonly id: string
  readonly title: Text
  readonly description: Text
  readonly parts: readonly GuidePart[]
}
