import type { Text } from '@octet/core/text.ts'
import type { Schemas } from './schemas.ts'
import type { ObjectValue, Value } from './value.ts'

/** Something in a document that a schema does not allow. */
export type Problem = {
  /** JSON Pointer of the value in its form for URLs (RFC 6901 §6); where there are several values, its number before it. */
  readonly path: string
  /** Offset of the value or key in the document. */
  readonly start: number
  readonly keyword: string
  /** Offset of the keyword's value in the schema. */
  readonly schemaStart: number
  readonly message: Text
}

/** What a schema says of a value: problems, and the keys and places that it has looked at. */
export type Outcome = { readonly problems: Problem[]; readonly keys: Set<string>; readonly places: Set<number> }

/** A value in front of a schema. */
export type Site = {
  readonly schemas: Schemas
  readonly schema: ObjectValue
  readonly value: Value
  readonly path: string
  readonly base: string
  /** Resources that were entered on the way here, the first outermost (core §7.1). */
  readonly scope: readonly string[]
  /** References followed since the last step into the document. */
  readonly hops: number
  readonly hasFormats: boolean
  /** Puts a value in front of another schema. */
  readonly apply: (schema: Value, change: Partial<Site>) => Outcome
}

export const createOutcome = (): Outcome => ({ problems: [], keys: new Set(), places: new Set() })

/** The value of a keyword in the schema at hand. */
export function findKeyword(site: Site, keyword: string): Value | undefined {
  return site.schema.members.get(keyword)?.value
}

export function toProblem(
  site: Site,
  { keyword, by, message, at }: { keyword: string; by: Value; message: Text; at?: { path: string; start: number } },
): Problem {
  return { path: site.path, start: site.value.start, ...at, keyword, schemaStart: by.start, message }
}

export function toPointer(path: string, token: string | number): string {
  return `${path}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
