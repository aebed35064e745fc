import { useMemo } from 'react'
import { toDiffRows, type DiffLine, type Part } from '../dev/diff-rows.ts'
import { useText } from '../lang.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { smallText } from '../text/dev-small.ts'
import type { ToolState } from '../tool/view.ts'
import '../dev/small.css'

type Output = {
  readonly text: string
  readonly isEqual: boolean
  readonly added: number
  readonly removed: number
  readonly parts: readonly Part[]
}

/** More rows than this are left to the patch. */
const MAX_ROWS = 2000

/** Two texts side by side, the words that differ marked by sign, line and shade. */
export function Result({ input, result }: ToolState<{ by: string }, Output>) {
  const t = useText()
  const rows = useMemo(() => (result && input.by === 'line' ? toDiffRows(result.parts) : []), [result, input.by])
  if (!result) return null
  return (
    <div className="result">
      <header className="small-head">
        <h2>{result.isEqual ? t(smallText.equal) : `${t(smallText.before)} · ${t(smallText.after)}`}</h2>
        {!result.isEqual && (
          <span className="diff-figures">
            <span className="plus">+ {t(smallText.added, { count: result.added })}</span>
            <span className="minus">− {t(smallText.removed, { count: result.removed })}</span>
          </span>
        )}
      </header>
      {rows.length > 0 && !result.isEqual && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls can be reached by the keyboard
        <div className="diff-scroll" tabIndex={0} role="region" aria-label={t(smallText.after)}>
          <div className="diff-sides">
            {rows.slice(0, MAX_ROWS).map(({ left, right, isSame }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no keys of their own
              <div key={index} className="diff-row">
                <Cell line={left} kind={isSame ? 'same' : 'removed'} />
                <Cell line={right} kind={isSame ? 'same' : 'added'} />
              </div>
            ))}
          </div>
        </div>
      )}
      {input.by !== 'line' && (
        <p className="small-text">
          {result.parts.map(({ change, text }, index) => {
            const Tag = change === 'added' ? 'ins' : change === 'removed' ? 'del' : 'span'
            // oxlint-disable-next-line react/no-array-index-key -- parts have no keys of their own
            return <Tag key={index}>{text}</Tag>
          })}
        </p>
      )}
      {!result.isEqual && (
        <details className="small-body">
          <summary>{t(smallText.patch)}</summary>
          <TextOutput text={result.text} language="" label={t(smallText.patch)} />
        </details>
      )}
    </div>
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
