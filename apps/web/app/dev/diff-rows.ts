/** A run of text that both sides have, or only one of them. */
export type Part = { readonly change: 'same' | 'added' | 'removed'; readonly text: string }

/** A line of one side: its number, and which of its words differ. */
export type DiffLine = { readonly at: number; readonly pieces: readonly { readonly text: string; readonly isChanged: boolean }[] }
export type DiffRow = { readonly left: DiffLine | undefined; readonly right: DiffLine | undefined; readonly isSame: boolean }

/** Parts of a comparison as rows of two sides; changed lines that face each other show the words that differ. */
export function toDiffRows(parts: readonly Part[]): DiffRow[] {
  const rows: DiffRow[] = []
  let [left, right] = [1, 1]
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!
    const lines = toLines(part.text)
    if (part.change === 'same') {
      for (const line of lines) rows.push({ left: plain(left++, line), right: plain(right++, line), isSame: true })
      continue
    }
    const other = parts[at + 1]
    const isPair = part.change === 'removed' && other?.change === 'added'
    const removed = part.change === 'removed' ? lines : []
    const added = isPair ? toLines(other.text) : part.change === 'added' ? lines : []
    if (isPair) at++
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [before, after] = [removed[index], added[index]]
      const words = before !== undefined && after !== undefined ? markWords(before, after) : undefined
      rows.push({
        left: before === undefined ? undefined : { at: left++, pieces: words?.[0] ?? [{ text: before, isChanged: false }] },
        right: after === undefined ? undefined : { at: right++, pieces: words?.[1] ?? [{ text: after, isChanged: false }] },
        isSame: false,
      })
    }
  }
  return rows
}

function toLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const plain = (at: number, text: string): DiffLine => ({ at, pieces: [{ text, isChanged: false }] })

type Pieces = DiffLine['pieces']

/** What two lines share at both ends stays plain; the words between are what changed. */
function markWords(before: string, after: string): [Pieces, Pieces] {
  const [a, b] = [splitWords(before), splitWords(after)]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const cut = (words: readonly string[]): Pieces =>
    [
      { text: words.slice(0, start).join(''), isChanged: false },
      { text: words.slice(start, words.length - end).join(''), isChanged: true },
      { text: words.slice(words.length - end).join(''), isChanged: false },
    ].filter(({ text }) => text !== '')
  return [cut(a), cut(b)]
}

const splitWords = (line: string): string[] => line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
