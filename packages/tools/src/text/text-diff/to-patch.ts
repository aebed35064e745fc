import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk } from 'diff'
import type { LineChange } from './compare-lines.ts'

/** One line of a patch and its sign. */
type Row = { readonly sign: ' ' | '-' | '+'; readonly line: string }

const SIGNS = { same: ' ', removed: '-', added: '+' } as const
const NO_BREAK = '\\ No newline at end of file'

/** A patch in unified format, with so many unchanged lines around each change. */
export function toPatch(changes: readonly LineChange[], context: number): string {
  const rows = changes.flatMap(({ change, lines }) => lines.map((line): Row => ({ sign: SIGNS[change], line })))
  return formatPatch(
    {
      oldFileName: 'a/file',
      newFileName: 'b/file',
      oldHeader: undefined,
      newHeader: undefined,
      hunks: toHunks(rows, context),
    },
    FILE_HEADERS_ONLY,
  )
}

function toHunks(rows: readonly Row[], context: number): StructuredPatchHunk[] {
  const hunks: StructuredPatchHunk[] = []
  let [oldStart, newStart, done] = [1, 1, 0]
  for (const [from, to] of listSpans(rows, context)) {
    const skipped = from - done
    const part = rows.slice(from, to)
    const [oldLines, newLines] = [countBut('+', part), countBut('-', part)]
    oldStart += skipped
    newStart += skipped
    hunks.push({ oldStart, oldLines, newStart, newLines, lines: part.flatMap(writeRow) })
    oldStart += oldLines
    newStart += newLines
    done = to
  }
  return hunks
}

/** Where the changes and the lines around them begin and end; those that touch are one. */
function listSpans(rows: readonly Row[], context: number): [number, number][] {
  const spans: [number, number][] = []
  for (const [place, { sign }] of rows.entries()) {
    if (sign === ' ') continue
    const [from, to] = [Math.max(0, place - context), Math.min(rows.length, place + 1 + context)]
    const last = spans.at(-1)
    if (last && from <= last[1]) last[1] = to
    else spans.push([from, to])
  }
  return spans
}

function countBut(sign: Row['sign'], rows: readonly Row[]): number {
  return rows.reduce((count, row) => count + (row.sign === sign ? 0 : 1), 0)
}

function writeRow({ sign, line }: Row): string[] {
  return line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, NO_BREAK]
}
