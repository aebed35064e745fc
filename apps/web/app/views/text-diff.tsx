import { useMemo } from 'react'
import { toDiffRows, type Part } from '../dev/diff-rows.ts'
import { DiffSides } from '../dev/diff-sides.tsx'
import { useText } from '../lang.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { smallText } from '../text/dev-small.ts'
import type { ToolState } from '../tool/view.ts'

type Output = {
  readonly text: string
  readonly isEqual: boolean
  readonly added: number
  readonly removed: number
  readonly parts: readonly Part[]
}

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
      {rows.length > 0 && !result.isEqual && <DiffSides rows={rows} label={t(smallText.after)} />}
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
