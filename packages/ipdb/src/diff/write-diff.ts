import { toCsvField } from '../csv-fields.ts'
import type { Change } from './diff.ts'
import { DiffCounter, type DiffSummary } from './summarise.ts'

const PIECE_CHARACTERS = 1 << 16

/** Ids of the builds that are compared: what has changed applies to the first alone, and leads to the second. */
export type DiffEnds = { readonly from: string; readonly to: string }

/** One JSON object per line and range; the last line is `{"from": …, "to": …, "summary": …}`, without which some is missing. */
export function* toNdjsonDiff(changes: Iterable<Change>, { from, to }: DiffEnds): Generator<string> {
  const summary = yield* toPieces(
    changes,
    ({ kind, start, end, fields }) =>
      `${JSON.stringify({
        change: kind,
        start_ip: start,
        end_ip: end,
        fields: Object.fromEntries(fields.map(({ field, before, after }) => [field, [before, after]])),
      })}\n`,
  )
  yield `${JSON.stringify({ from, to, summary })}\n`
}

/** One line per range and field (RFC 4180). */
export function* toCsvDiff(changes: Iterable<Change>): Generator<string> {
  yield 'start_ip,end_ip,change,field,before,after\n'
  yield* toPieces(changes, ({ kind, start, end, fields }) =>
    fields.map(({ field, before, after }) => `${start},${end},${kind},${field},${toCell(before)},${toCell(after)}\n`).join(''),
  )
}

type Cell = Change['fields'][number]['before']
const toCell = (cell: Cell) => (typeof cell === 'object' && cell !== null ? toCsvField(cell.join(' ')) : toCsvField(cell))

function* toPieces(changes: Iterable<Change>, toText: (change: Change) => string): Generator<string, DiffSummary> {
  const counter = new DiffCounter()
  let text = ''
  for (const change of changes) {
    counter.add(change)
    text += toText(change)
    if (text.length < PIECE_CHARACTERS) continue
    yield text
    text = ''
  }
  if (text) yield text
  return counter.toSummary()
}

/** How much has changed, without the changes. */
export function summarise(changes: Iterable<Change>): DiffSummary {
  const counter = new DiffCounter()
  for (const change of changes) counter.add(change)
  return counter.toSummary()
}
