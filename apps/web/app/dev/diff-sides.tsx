import type { DiffLine, DiffRow } from './diff-rows.ts'
import './small.css'
import { useFirstRows } from '../ui/first-rows.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** Rows that are drawn at once. */
const STEP = 2000

/** Rows of two texts side by side, the words that differ marked by sign, line and shade. */
export function DiffSides({ rows, label }: { readonly rows: readonly DiffRow[]; readonly label: string }) {
  const { shown, more } = useFirstRows(rows, STEP)
  return (
    <ScrollArea className="diff-scroll" label={label}>
      <div className="diff-sides">
        {shown.map(({ left, right, isSame }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no keys of their own
          <div key={index} className="diff-row">
            <Cell line={left} kind={isSame ? 'same' : 'removed'} />
            <Cell line={right} kind={isSame ? 'same' : 'added'} />
          </div>
        ))}
      </div>
      {more}
    </ScrollArea>
  )
}

function Cell({ line, kind }: { line: DiffLine | undefined; kind: 'same' | 'added' | 'removed' }) {
  if (!line) return <div className="diff-cell none" />
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <div className={`diff-cell ${kind}`}>
      <span className="at">{line.at}</span>
      <span>{kind === 'added' ? '+' : kind === 'removed' ? '−' : ''}</span>
      <span>
        {line.pieces.map(({ text, isChanged }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no keys of their own
          isChanged ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </div>
  )
}
