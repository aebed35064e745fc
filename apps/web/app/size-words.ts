const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A size for people, in steps of 1000: 1234 → `1.2 KB`. */
export function toSizeWords(sizeBytes: number): string {
  const step = sizeBytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(sizeBytes) / 3))
  const value = sizeBytes / 1000 ** step
  return `${step === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[step]}`
}

/** A time for people: 0.4 → `< 1 ms`, 1234 → `1.23 s`. */
export function toTimeWords(timeMs: number): string {
  if (timeMs < 1) return '< 1 ms'
  return timeMs < 1000 ? `${Math.round(timeMs)} ms` : `${(timeMs / 1000).toFixed(2)} s`
}
