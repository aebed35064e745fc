import { LiveClock } from '../dev/time/live-clock.tsx'
import { Fields, findField, MoreFields, ToolForm } from '../dev/tool-form.tsx'
import { useText } from '../lang.tsx'
import { ResultView } from '../result/result-view.tsx'
import { Value } from '../result/value.tsx'
import { timeText } from '../text/dev-time.ts'
import { FieldControl } from '../tool/field-control.tsx'
import { ResultActions } from '../tool/result-actions.tsx'
import type { Schema } from '../tool/schema.ts'
import { ErrorLine, StatusLine } from '../tool/status-line.tsx'
import { answersByItself, type ToolState } from '../tool/view.ts'
import './time.css'

type Input = { readonly mode: string; readonly text: string }
type Zone = { readonly zone: string; readonly local: string; readonly offset: string; readonly date: string }
type Output = {
  readonly text: string
  readonly readAs?: string
  readonly warning?: string
  readonly relative?: string
  readonly formats?: { id: string; name: string; value: string }[]
  readonly zones?: Zone[]
  readonly calendar?: object
  readonly lunar?: object
  readonly snippets?: object[]
  readonly between?: object
  readonly rows?: object[]
}

/** A moment: the clock now, one answer large, zones side by side, every format one click away. */
export default function TimeView(tool: ToolState<Input, Output>) {
  const t = useText()
  const { input, setInput, result, card, error, isRunning } = tool
  const properties = (card.output as Schema).properties ?? {}
  const text = findField(tool, 'text')
  return (
    <ToolForm tool={tool} className="time-view">
      <LiveClock onUse={(unixMs) => setInput({ text: String(unixMs) })} />
      <div className="time-ask">
        {text && <FieldControl field={text} value={input.text} onChange={(value) => setInput({ text: String(value) })} />}
        <Fields tool={tool} names={['other', 'duration']} />
        <ErrorLine {...tool} />
      </div>
      <div className="toolbar">
        <Fields tool={tool} names={['mode', 'zone', 'format']} />
        <ResultActions {...tool} />
      </div>
      <MoreFields tool={tool} names={['zones', 'disambiguation']} />
      {!error && !result && (
        <div className={answersByItself(tool) ? 'awaited' : ''}>
          <StatusLine {...tool} />
        </div>
      )}
      {result && (
        <div className={`pane time-out ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`}>
          {result.formats && (
            <div className="time-answer">
              <p className="time-main">
                <Value value={result.text} schema={{}} />
              </p>
              <p className="quiet">
                {[result.relative, result.readAs && t(timeText.readAs, { format: result.readAs })].filter(Boolean).join(' · ')}
              </p>
              {result.warning && <p className="time-warning">{result.warning}</p>}
            </div>
          )}
          {result.zones && result.zones.length > 0 && (
            <section>
              <h2 className="time-head">{t(timeText.zones)}</h2>
              <ul className="time-zones">
                {result.zones.map((zone) => (
                  <li key={zone.zone}>
                    <span className="clock-label">{zone.zone.replaceAll('_', ' ')}</span>
                    <strong>{/\d\d:\d\d/.exec(zone.date)?.[0]}</strong>
                    <span className="quiet">
                      {[...zone.local.split(/ (?=\()/), zone.offset].map((part) => (
                        <span key={part}>{part} </span>
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {result.formats && (
            <section>
              <h2 className="time-head">{t(timeText.formats)}</h2>
              <dl className="time-formats">
                {result.formats.map(({ id, name, value }) => (
                  <div key={id}>
                    <dt>{name}</dt>
                    <dd className="mono">
                      <Value value={value} schema={{}} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          {(['rows', 'between', 'calendar', 'lunar'] as const).map(
            (name) =>
              result[name] && (
                <section key={name} className="time-rest">
                  {(name === 'calendar' || name === 'lunar') && <h2 className="time-head">{t(timeText[name])}</h2>}
                  <ResultView schema={properties[name]} value={result[name]} />
                </section>
              ),
          )}
          {result.snippets && (
            <details className="time-snippets">
              <summary>{t(timeText.snippets)}</summary>
              <ResultView schema={properties.snippets} value={result.snippets} />
            </details>
          )}
        </div>
      )}
    </ToolForm>
  )
}
