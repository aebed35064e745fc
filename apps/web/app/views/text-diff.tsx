import { useMemo } from 'react'
import { toDiffRows, type Part } from '../dev/diff-rows.ts'
import { DiffSides } from '../dev/diff-sides.tsx'
import { Fields, MoreFields, ToolForm } from '../dev/tool-form.tsx'
import { SwapSides, TwoSides } from '../dev/two-sides.tsx'
import { useText } from '../lang.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { smallText } from '../text/dev-small.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { ErrorLine, StatusLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { PrimaryButton } from '../tool/workbench.tsx'

type Input = { readonly left?: string; readonly right?: string; readonly by: string }
type Output = {
  readonly text: string
  readonly note?: string
  readonly isEqual: boolean
  readonly added: number
  readonly removed: number
  readonly parts: readonly Part[]
}

/** Two texts beside each other; below, over the whole width, what differs. */
export default function TextDiff(tool: ToolState<Input, Output>) {
  const state = tool as ToolState
  const { input, result, error, isRunning } = tool
  return (
    <ToolForm tool={state}>
      <div className="toolbar">
        <PrimaryButton {...state} />
        <SwapSides {...tool} />
        <Fields tool={state} names={['by', 'ignoreSpace', 'ignoreAllSpace', 'ignoreCase']} />
      </div>
      <div className="more-row">
        <MoreFields tool={state} names={['context']} />
        <ResultActions {...state} />
      </div>
      <TwoSides tool={state} />
      <ErrorLine {...state} />
      {(!error || isRunning) && <StatusLine {...state} error={null} />}
      {result && (
        <div className={`pane ${error ? 'is-stale' : ''}`}>
          <Difference input={input} result={result} />
        </div>
      )}
    </ToolForm>
  )
}

/** The words that differ marked by sign, line and shade. */
function Difference({ input, result }: { readonly input: Input; readonly result: Output }) {
  const t = useText()
  const rows = useMemo(() => (input.by === 'line' ? toDiffRows(result.parts) : []), [result, input.by])
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
      {result.note && <p className="quiet">{result.note}</p>}
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
