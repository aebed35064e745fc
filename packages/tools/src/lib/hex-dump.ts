const OFFSET = /^(\s*(?:0x)?([\da-f]{4,16})(?::|(?=\s\s)))\s*/i
const BARE_OFFSET = /^\s*(?:0x)?[\da-f]{4,16}:?\s*$/i
const TEXT_IN_BARS = /\s\|.*\|\s*$/
const USUAL_BYTES = 16
/** No program writes longer lines. */
const MAX_ROW_CHARS = 500

type Line = { readonly offset: number; readonly start: number; readonly end: number; readonly bytes: number }

/**
 * The digits of a dump of xxd, `hexdump -C`, Wireshark and the like, each in its place; what is no byte of it (offsets, the
 * text beside) is a space. Undefined for other texts, and where lines that repeat were left out.
 *
 * @example
 * findDumpedHex('00000000: 4869 0a  Hi.') // '          4869 0a     '
 */
export function findDumpedHex(text: string): string | undefined {
  const rows = text.split('\n')
  const end = rows.findLastIndex((row) => row.trim() !== '')
  const kept: string[] = []
  let [first, last]: (Line | undefined)[] = []
  for (const [at, row] of rows.entries()) {
    if (row.trim() === '' || (at === end && last && BARE_OFFSET.test(row))) {
      kept.push(' '.repeat(row.length))
      continue
    }
    const line = readLine(row, first?.bytes ?? USUAL_BYTES)
    // A line goes on where the one before ended; where there is one alone, it begins at zero or is marked.
    const fits = last ? line?.offset === last.offset + last.bytes : at < end || line?.offset === 0 || (line && isMarked(row))
    if (!line || !fits) return undefined
    kept.push(keep(row, line))
    first ??= line
    last = line
  }
  return first && kept.join('\n')
}

const isMarked = (row: string): boolean => /^\s*(?:0x)?[\da-f]+:/i.test(row) || TEXT_IN_BARS.test(row)

function readLine(row: string, most: number): Line | undefined {
  if (row.length > MAX_ROW_CHARS) return undefined
  const [head, , offset] = OFFSET.exec(row) ?? []
  if (head === undefined || offset === undefined) return undefined
  const bars = TEXT_IN_BARS.exec(row)?.index ?? row.length
  let [end, bytes] = [head.length, 0]
  for (const { 0: group, index } of row.slice(0, bars).matchAll(/\S+/g)) {
    if (index < head.length) continue
    const gap = index - end
    // Eight bytes in, some set a wider gap; elsewhere the text begins behind one.
    const isText = bytes > 0 && gap > 1 && !(bytes === USUAL_BYTES / 2 && gap === 2)
    const more = group.length / 2
    if (isText || !/^(?:[\da-f]{2}){1,8}$/i.test(group) || bytes + more > most) break
    bytes += more
    end = index + group.length
  }
  return bytes > 0 ? { offset: Number.parseInt(offset, 16), start: head.length, end, bytes } : undefined
}

const keep = (row: string, { start, end }: Line): string =>
  ' '.repeat(start) + row.slice(start, end) + ' '.repeat(row.length - end)
