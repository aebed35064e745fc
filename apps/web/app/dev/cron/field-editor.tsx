import { useState } from 'react'
import { useLang, useText } from '../../lang.tsx'
import { cronText, FIELD_WORDS } from '../../text/dev-cron.ts'
import { expandField, replaceField, writeField, type CronField, type FieldSpec } from './cron-fields.ts'

type EditorProps = { readonly fields: readonly CronField[]; readonly onChange: (expression: string) => void }

/** The expression in its fields; the chosen one shows its values to click. */
export function FieldEditor({ fields, onChange }: EditorProps) {
  const t = useText()
  const [chosen, setChosen] = useState(() => fields.findIndex(({ spec }) => spec.name === 'hour'))
  const at = Math.min(chosen, fields.length - 1)
  const field = fields[at]
  return (
    <section className="cron-part" aria-labelledby="cron-fields">
      <h2 id="cron-fields">{t(cronText.fields)}</h2>
      <div className={`cron-fields of-${fields.length}`}>
        {fields.map(({ spec, text }, index) => (
          <label key={spec.name} className={index === at ? 'chosen' : ''}>
            <span>{t(FIELD_WORDS[spec.name])}</span>
            <input
              className="mono"
              spellCheck={false}
              autoComplete="off"
              value={text}
              aria-invalid={/^[\d*/,-]*$/.test(text) && !expandField(text, spec)}
              onFocus={() => setChosen(index)}
              onChange={({ target }) => onChange(replaceField(fields, index, target.value))}
            />
            <small>
              {spec.min}–{spec.max}
            </small>
          </label>
        ))}
      </div>
      {field && field.spec.name !== 'year' && (
        <ValueGrid field={field} onChange={(text) => onChange(replaceField(fields, at, text))} />
      )}
    </section>
  )
}

const STEPS: Readonly<Record<string, readonly number[]>> = {
  second: [2, 5, 10, 15, 30],
  minute: [2, 5, 10, 15, 30],
  hour: [2, 3, 4, 6, 8, 12],
  day: [2, 7, 10],
  month: [2, 3, 6],
}

/** The values of a field as buttons, those it stands for pressed. */
function ValueGrid({ field: { spec, text }, onChange }: { field: CronField; onChange: (text: string) => void }) {
  const t = useText()
  const lang = useLang()
  const values = expandField(text, spec)
  const isAll = text === '*' || text === '?'
  const toggle = (value: number) => {
    // From «all», a click picks one; from a list, it adds or takes away.
    const next = new Set(isAll || !values ? [] : values)
    if (!next.delete(value)) next.add(value)
    onChange(writeField(next, spec))
  }
  return (
    <div className="cron-values">
      <p>
        <button type="button" className="chip" aria-pressed={isAll} onClick={() => onChange('*')}>
          {t(cronText.all)}
        </button>
        {(STEPS[spec.name] ?? []).map((step) => (
          <button
            key={step}
            type="button"
            className="chip"
            aria-pressed={text === `*/${step}`}
            onClick={() => onChange(`*/${step}`)}
          >
            {t(cronText.everyN, { count: step })}
          </button>
        ))}
      </p>
      <div className={`cron-grid ${spec.names ? 'wide' : ''}`} role="group" aria-label={t(FIELD_WORDS[spec.name])}>
        {Array.from({ length: spec.max - spec.min + 1 }, (_, index) => index + spec.min).map((value) => (
          <button key={value} type="button" aria-pressed={!isAll && values?.has(value) === true} onClick={() => toggle(value)}>
            {toValueWords(value, spec, lang)}
          </button>
        ))}
      </div>
      <p className="quiet">{values ? t(cronText.fieldsHelp) : t(cronText.special, { text })}</p>
    </div>
  )
}

/** Months and days of the week by their short names, the rest by number. */
function toValueWords(value: number, { name, min }: FieldSpec, lang: string): string {
  const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { ...options, timeZone: 'UTC' }).format(date)
  if (name === 'month') return format(new Date(Date.UTC(2026, value - 1, 1)), { month: 'short' })
  // 1 February 2026 is a Sunday.
  if (name === 'weekday') return format(new Date(Date.UTC(2026, 1, 1 + value - min)), { weekday: 'short' })
  return String(value)
}
