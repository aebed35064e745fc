import { splitLines } from '@octet/core/lines.ts'
import { extractAddresses } from '@octet/tools/lib/extract-addresses.ts'

/** Lines of one list. */
export const MAX_LINES = 100_000
/** Bad lines that are kept with their text; the rest are only counted. */
const MAX_BAD_LINES = 200
const MAX_LINE_CHARS = 80
/** Lines read before the page gets its turn. */
const SLICE = 1_000

/** What a list or log holds. */
export type BatchInput = {
  /** Distinct addresses in order of appearance, with how often each comes. */
  readonly counts: ReadonlyMap<string, number>
  readonly found: number
  readonly lines: number
  /** Lines beyond the limit that were not read. */
  readonly leftOut: number
  /** Lines that are not empty and hold no address. */
  readonly badCount: number
  readonly badLines: readonly { readonly line: number; readonly text: string }[]
}

/** Finds the addresses of a text line by line, giving the page its turn in between. */
export async function readBatchInput(text: string): Promise<BatchInput> {
  const all = splitLines(text.replace(/[\r\n]+$/, ''))
  const lines = all.slice(0, MAX_LINES)
  const counts = new Map<string, number>()
  const badLines: { line: number; text: string }[] = []
  let found = 0
  let badCount = 0
  for (const [index, line] of lines.entries()) {
    if (index % SLICE === SLICE - 1) await new Promise((resolve) => setTimeout(resolve))
    const ofLine = extractAddresses(line)
    for (const [address, count] of ofLine) {
      counts.set(address, (counts.get(address) ?? 0) + count)
      found += count
    }
    if (ofLine.size > 0 || line.trim() === '') continue
    badCount++
    if (badLines.length < MAX_BAD_LINES) badLines.push({ line: index + 1, text: line.trim().slice(0, MAX_LINE_CHARS) })
  }
  return { counts, found, lines: lines.length, leftOut: all.length - lines.length, badCount, badLines }
}
