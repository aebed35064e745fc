import { Digits } from '../dev/digits.tsx'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { Value } from '../result/value.tsx'
import { unitsText } from '../text/dev-units.ts'
import { toolText } from '../text/tool.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'

type Output = {
  readonly text: string
  readonly forms: readonly { readonly form: string; readonly value: string }[]
  readonly rows?: readonly { readonly line: string; readonly result: string; readonly note?: string }[]
  readonly notes: readonly string[]
}

/** A longer result is a text, not a headline. */
const MAX_LARGE_CHARS = 40

/** One result large, several beside their lines; below them how else the last may be written. */
export function Result(tool: ToolState<unknown, Output>) {
  const t = useText()
  const { result, card, isRunning, error } = tool
  if (!result) return <ResultPane {...(tool as ToolState)} />
  const { rows, forms, notes, text } = result
  const list = unwrap((card.output as Schema).properties?.forms ?? {}).items ?? {}
  const names = unwrap(unwrap(list).properties?.form ?? {}).options ?? {}
  return (
    <>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
      </header>
      <div className={`result answer ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`}>
        {rows ? (
          <dl className="answer-rows">
            {rows.map(({ line, result: value, note }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a line may stand there twice
              <div key={at}>
                <dt className="mono">{line}</dt>
                <dd>{note === undefined ? <strong>{toDigits(value)}</strong> : <span className="quiet">{note}</span>}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className={`answer-main answer-value ${text.length > MAX_LARGE_CHARS ? 'long' : ''}`}>{toDigits(text)}</p>
        )}
        {notes.map((note) => (
          <p key={note} className="quiet calculator-note">
            {note}
          </p>
        ))}
        {forms.length > 0 && (
          <section className="calculator-forms">
            <h3>{t(rows ? unitsText.lastForms : unitsText.forms)}</h3>
            <dl className="answer-rows">
              {forms.map(({ form, value }) => (
                <div key={form}>
                  <dt>{names[form] ? t(names[form]) : form}</dt>
                  <dd className="mono">
                    <Value value={value} schema={{}} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </>
  )
}

const toDigits = (text: string) => <Digits value={text.replace('≈ ', '')} isExact={!text.startsWith('≈')} />
