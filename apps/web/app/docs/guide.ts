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

export type GuidePart = {
  readonly id: string
  readonly title: Text
  readonly words: Text
  readonly samples: readonly GuideSample[]
}

/** One page of the documentation: how one thing is done. */
export type Guide = {
  readonly id: string
  readonly title: Text
  readonly description: Text
  readonly parts: readonly GuidePart[]
}
