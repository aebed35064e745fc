/** The places that `[start:end:step]` takes of a list, in its order (RFC 9535 §2.3.4.2.2, as Python); none for a step of 0. */
export function toSliceIndexes(
  { start, end, step }: { readonly start: number | undefined; readonly end: number | undefined; readonly step: number },
  length: number,
): number[] {
  if (step === 0) return []
  const normal = (index: number) => (index >= 0 ? index : length + index)
  const indexes: number[] = []
  if (step > 0) {
    const from = Math.min(Math.max(normal(start ?? 0), 0), length)
    const to = Math.min(Math.max(normal(end ?? length), 0), length)
    for (let i = from; i < to; i += step) indexes.push(i)
  } else {
    const from = Math.min(Math.max(normal(start ?? length - 1), -1), length - 1)
    const to = Math.min(Math.max(end === undefined ? -1 : normal(end), -1), length - 1)
    for (let i = from; i > to; i += step) indexes.push(i)
  }
  return indexes
}
