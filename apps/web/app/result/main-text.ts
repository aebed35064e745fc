import { findMainOutput } from '../tool/schema.ts'

/** The text of a result that is copied, downloaded and sent on: its main field, else the whole as JSON. */
export function toMainText(schema: unknown, result: unknown): string {
  if (typeof result === 'string') return result
  const main = findMainOutput(schema)
  const value =
    main !== undefined && typeof result === 'object' && result !== null ? (result as Record<string, unknown>)[main] : undefined
  return typeof value === 'string' ? value : toJsonText(result)
}

/** Readable JSON; what JSON cannot carry becomes text. */
export function toJsonText(value: unknown): string {
  return (
    JSON.stringify(
      value,
      (_, inner: unknown) =>
        typeof inner === 'bigint' ? inner.toString() : inner instanceof Blob ? `(${inner.size} bytes)` : inner,
      2,
    ) ?? ''
  )
}
