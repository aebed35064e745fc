import type { Token } from './tokens.ts'
import { writeSyllable, type WriteOptions } from './write.ts'

/** Characters whose readings are listed. */
export const MAX_LISTED = 500

/** Every reading of each character, of the first {@link MAX_LISTED} that have one. */
export async function listReadings(tokens: readonly Token[], writing: WriteOptions) {
  const { polyphonic } = await import('pinyin-pro')
  const known = tokens.filter((token): token is Token & { reading: string } => token.reading !== undefined).slice(0, MAX_LISTED)
  return known.map(({ text, reading }) => {
    const all = (polyphonic(text, { type: 'array' })[0] ?? []).map((other) => writeSyllable(other, writing))
    return { text, reading: writeSyllable(reading, writing), others: all.join(' ') }
  })
}
