import type { Ref } from 'react'
import { useText } from '../lang.tsx'
import { toTimeWords } from '../size-words.ts'
import { batchText } from '../text/ip-batch.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { MAX_LINES } from './batch-input.ts'
import type { BatchRun } from './batch-run.ts'

const MAX_BAD_SHOWN = 50
const inFigures = (count: number) => count.toLocaleString('en')

type BatchProgressProps = { readonly run: BatchRun; readonly turnRef: Ref<HTMLButtonElement>; readonly onAgain: () => void }

/** How far a list is, what was in it and what was not. */
export function BatchProgress({ run, turnRef, onAgain }: BatchProgressProps) {
  const t = useText()
  const { state, input, rows, elapsedMs } = run
  const all = input?.counts.size ?? 0
  return (
    <section className="ip-panel batch-progress">
      <div className="batch-line">
        <p>
          {input
            ? t(batchText.found, { found: inFigures(input.found), lines: inFigures(input.lines), distinct: inFigures(all) })
            : t(batchText.reading)}
        </p>
        {state === 'running' && (
          <Button key="stop" ref={turnRef} icon="PlayerStop" onClick={() => run.stop()}>
            {t(batchText.stop)}
          </Button>
        )}
        {(state === 'stopped' || state === 'failed') && (
          <Button key="resume" ref={turnRef} kind="primary" icon="PlayerPlay" onClick={() => void run.resume()}>
            {t(batchText.resume)}
          </Button>
        )}
        <Button kind="ghost" icon="Refresh" onClick={onAgain}>
          {t(batchText.again)}
        </Button>
      </div>
      <progress
        aria-label={t(batchText.progress, { done: rows.length, all })}
        max={Math.max(1, all)}
        value={state === 'reading' ? undefined : rows.length}
      />
      <p className="batch-status" role="status">
        {all > 0 && <span>{t(batchText.progress, { done: inFigures(rows.length), all: inFigures(all) })}</span>}
        {state === 'running' && elapsedMs > 0 && (
          <span>{t(batchText.rate, { rate: inFigures(Math.round((rows.length / elapsedMs) * 1000)) })}</span>
        )}
        {state === 'done' && all > 0 && <span>{t(batchText.doneIn, { time: toTimeWords(elapsedMs) })}</span>}
        {state === 'stopped' && <span>{t(batchText.stopped)}</span>}
      </p>
      {state === 'failed' && (
        <p className="field-error" role="alert">
          {run.failure}
        </p>
      )}
      {state === 'done' && all === 0 && <p className="ip-hint">{t(batchText.nothing)}</p>}
      {input && input.leftOut > 0 && (
        <p className="batch-warning">
          <Icon name="AlertTriangle" size={16} />{' '}
          {t(batchText.leftOut, { limit: inFigures(MAX_LINES), count: inFigures(input.leftOut) })}
        </p>
      )}
      {input && input.badCount > 0 && (
        <details className="batch-bad">
          <summary>{t(batchText.badLines, { count: inFigures(input.badCount) })}</summary>
          <ul>
            {input.badLines.slice(0, MAX_BAD_SHOWN).map(({ line, text }) => (
              <li key={line}>
                <span>{t(batchText.badLine, { line: inFigures(line) })}</span> <code>{text}</code>
              </li>
            ))}
            {input.badCount > MAX_BAD_SHOWN && (
              <li>{t(batchText.badMore, { count: inFigures(input.badCount - MAX_BAD_SHOWN) })}</li>
            )}
          </ul>
        </details>
      )}
    </section>
  )
}
