import type * as z from 'zod'

/** The fields of a result that are lists with a `streamKey`, and that key. */
type ListKeys = Readonly<Record<string, string>>
type Item = Readonly<Record<string, unknown>>
type Result = Readonly<Record<string, unknown>>

/** A result of which these lists hold what changed alone; each item takes the place of the one with the same key. */
type Changes = Result & { readonly changesOnly: ListKeys }

/**
 * Makes of each result so far what a stream tells of it: the first one and those that are complete whole, between them of a
 * list with a `streamKey` (`core/tool.ts`) the items alone that are others than in the result before. Hundreds of rows that come
 * one by one are then sent twice, not hundreds of times.
 */
export function createChanges(output: z.ZodType): (value: unknown) => unknown {
  const keys = findKeys(output)
  const names = Object.keys(keys)
  let before: Result | undefined
  return (value) => {
    if (names.length === 0) return value
    const [last, now] = [before, value as Result]
    before = now
    if (!last || now['isComplete'] !== false || names.some((name) => toItems(now[name]).length < toItems(last[name]).length))
      return value
    const changed = names.map((name) => {
      const known = new Set(toItems(last[name]))
      return [name, toItems(now[name]).filter((item) => !known.has(item))] as const
    })
    return { ...now, ...Object.fromEntries(changed), changesOnly: keys } satisfies Changes
  }
}

/** The whole result that a stream has come to with a value of {@link createChanges}. */
export function withChanges(before: unknown, value: unknown): unknown {
  const { changesOnly, ...now } = Object(value) as Partial<Changes>
  if (!changesOnly) return value
  const whole = Object.entries(changesOnly).map(([name, key]) => {
    const items = new Map([...toItems(Object(before)[name]), ...toItems(now[name])].map((item) => [item[key], item]))
    return [name, [...items.values()]] as const
  })
  return { ...now, ...Object.fromEntries(whole) }
}

function findKeys(output: z.ZodType): ListKeys {
  const fields = Object.entries('shape' in output ? (output.shape as Readonly<Record<string, z.ZodType>>) : {})
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const key = field.meta()?.streamKey
      return key === undefined ? [] : [[name, key]]
    }),
  )
}

const toItems = (value: unknown): readonly Item[] => (Array.isArray(value) ? value : [])
