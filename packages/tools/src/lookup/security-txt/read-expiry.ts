const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** A time as RFC 3339 writes it (§5.6); undefined for any other, and for days that are none. */
export function readExpiry(text: string): Date | undefined {
  const [, ...parts] = DATE_TIME.exec(text) ?? []
  if (parts.length === 0) return undefined
  const [year, month, day, hour, minute, second] = parts.map(Number) as [number, number, number, number, number, number]
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > days || hour > 23 || minute > 59 || second > 60) return undefined
  // A leap second is the end of its minute.
  const date = new Date(text.toUpperCase().replace(/:60(?=[.Z+-])/, ':59'))
  return Number.isNaN(date.getTime()) ? undefined : date
}
