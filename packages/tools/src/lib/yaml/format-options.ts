import type { YamlVersion } from './read.ts'

export type YamlFormat = {
  /** Spaces per level. */
  readonly indent: number
  readonly version: YamlVersion
  /** Everything in braces on as few lines as possible, without comments. */
  readonly isFlow?: boolean
  /** `- ` of a list below a key is indented too. */
  readonly indentsLists?: boolean
  readonly sortsKeys?: boolean
}
