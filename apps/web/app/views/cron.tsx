import { splitCommand } from '@octet/tools/convert/cron/command.ts'
import { CRON_DIALECTS, type CronDialect } from '@octet/tools/convert/cron/dialect.ts'
import { splitZone } from '@octet/tools/convert/cron/zone.ts'
import { useEffect, useId, useState } from 'react'
import { splitCron } from '../dev/cron/cron-fields.ts'
import { FieldEditor } from '../dev/cron/field-editor.tsx'
import { RunList } from '../dev/cron/run-list.tsx'
import { toDialect } from '../dev/cron/to-dialect.ts'
import { Fields, findField, ToolForm } from '../dev/tool-form.tsx'
import { useText } from '../lang.tsx'
import { CRON_STARTS, cronText } from '../text/dev-cron.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { ErrorLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { PrimaryButton } from '../tool/workbench.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Snippet } from '../ui/snippet.tsx'
import '../dev/cron/cron.css'

type Input = { readonly text?: string; readonly dialect: CronDialect | 'auto'; readonly zone: string }
type Output = {
  readonly text: string
  readonly expression?: string
  readonly dialect: CronDialect
  readonly zone?: string
  readonly command?: string
  readonly note?: string
  readonly systemd?: string
  readonly runs: readonly { readonly local: string; readonly utc: string }[]
}

/** The expression in words, large; its fields to click together on the left, its next runs on the right. */
export default function CronView(tool: ToolState<Input, Output>) {
  const t = useText()
  const state = tool as ToolState
  const { input, result, error, setInput } = tool
  const { setting, rest } = splitZone(input.text ?? '')
  const { expression, command } = splitCommand(result?.expression ?? rest)
  const fields = splitCron(expression, input.dialect === 'auto' ? undefined : input.dialect)
  return (
    <ToolForm tool={state} className="cron">
      <div className="main-line">
        <Fields tool={state} names={['text']} />
        <PrimaryButton {...state} />
      </div>
      <p className="cron-starts" aria-label={t(cronText.startWith)}>
        {CRON_STARTS.map(([start, words]) => [toDialect(start, input.dialect), words] as const).map(([expression, words]) => (
          <button
            key={expression}
            type="button"
            className="chip"
            title={expression}
            aria-pressed={input.text?.trim() === expression}
            onClick={() => setInput({ text: expression })}
          >
            {t(words)}
          </button>
        ))}
      </p>
      <div className="toolbar">
        <ZoneField tool={tool} />
        <Fields tool={state} names={['count', 'dialect']} />
        <ResultActions {...state} />
      </div>
      <ErrorLine {...state} />
      {result && (
        <p className={`cron-words ${error ? 'is-stale' : ''}`} aria-live="polite">
          {result.expression !== undefined && (
            <span className="cron-made">
              <code>{result.expression}</code>
              <CopyButton isIconOnly text={result.expression} subject={result.expression} />
            </span>
          )}
          {result.text}
          {result.dialect !== 'unix' && <small>{t(CRON_DIALECTS[result.dialect])}</small>}
          {result.command !== undefined && (
            <small>
              {t(cronText.command)} <code>{result.command}</code>
            </small>
          )}
          {result.note !== undefined && <small>{result.note}</small>}
        </p>
      )}
      <div className="cron-parts">
        {fields && (
          <FieldEditor
            fields={fields}
            onChange={(text) => setInput({ text: `${setting}${text}${command === undefined ? '' : ` ${command}`}` })}
          />
        )}
        {result && <RunList runs={result.runs} zone={result.zone ?? input.zone} />}
      </div>
      {result?.systemd !== undefined && (
        <section className="cron-timer">
          <h2>{t(cronText.timer)}</h2>
          <Snippet code={result.systemd} />
        </section>
      )}
    </ToolForm>
  )
}

/** The zone, with the names this browser knows to choose from, its own first; the one that the expression names, if it does. */
function ZoneField({ tool: { input, setInput, ...rest } }: { tool: ToolState<Input, Output> }) {
  const t = useText()
  const id = useId()
  const [zones, setZones] = useState<readonly string[]>([])
  const { zone: named } = splitZone(input.text ?? '')
  const field = findField({ input, setInput, ...rest } as ToolState, 'zone')
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    setZones([...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])])
  }, [])
  return (
    <div className="field">
      <label htmlFor={id}>{field && t(field.label)}</label>
      <input
        id={id}
        name="zone"
        list={`${id}-zones`}
        autoComplete="off"
        spellCheck={false}
        value={named ?? input.zone}
        readOnly={named !== undefined}
        onChange={({ target }) => setInput({ zone: target.value })}
      />
      <datalist id={`${id}-zones`}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  )
}
