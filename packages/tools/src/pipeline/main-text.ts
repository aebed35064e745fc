/** The text that goes on from a result: its main output, lists and objects as JSON; the whole as JSON when it has none. */
export function toMainText(result: unknown, mainOutput: string | undefined): string {
  if (typeof result === 'string') return result
  const isRecord = typeof result === 'object' && result !== null
  const value = mainOutput !== undefined && isRecord ? (result as Record<string, unknown>)[mainOutput] : result
  return typeof value === 'string' ? value : toJsonText(value)
}

/** JSON; a big number becomes text and bytes their size. */
function toJsonText(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_key, inner: unknown) =>
      typeof inner === 'bigint' ? inner.toString() : inner instanceof Blob ? `(${inner.size} bytes)` : inner,
    2,
  )
  return text ?? ''
}
