import { useState, type ReactNode } from 'react'
import type { MeasurementType } from '@octet/core/probe/measurement.ts'
import { request } from '../account/request.ts'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { monitorText as words } from '../text/monitors.ts'
import { pointText, typeWords } from '../text/points.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

const TYPES = Object.keys(typeWords) as MeasurementType[]
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 360, 1440]

type Draft = {
  readonly name: string
  readonly type: MeasurementType
  readonly target: string
  readonly from: string
  readonly limit: string
  readonly every: string
  readonly onFailure: boolean
  readonly loss: string
  readonly latency: string
  readonly minPoints: string
  readonly confirmations: string
  readonly wantsMail: boolean
  readonly webhook: string
}

const EMPTY: Draft = {
  name: '',
  type: 'ping',
  target: '',
  from: 'world',
  limit: '3',
  every: '5',
  onFailure: true,
  loss: '50',
  latency: '',
  minPoints: '1',
  confirmations: '2',
  wantsMail: true,
  webhook: '',
}

/** Adds a monitor. */
export function MonitorForm({ onAdded }: { onAdded: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(EMPTY)
  const [failure, setFailure] = useState('')
  const [secret, setSecret] = useState('')
  const set = (change: Partial<Draft>) => setDraft((last) => ({ ...last, ...change }))
  const add = async () => {
    const { data, failure } = await request<{ webhook_secret: string | null }>('POST', 'monitors', toBody(draft), {
      isQuiet: true,
    })
    setFailure(failure?.msg ?? '')
    if (!data) return
    setSecret(data.webhook_secret ?? '')
    setDraft(EMPTY)
    toast.success(t(words.added))
    onAdded()
  }
  const line = (
    field: keyof Draft,
    label: string,
    options: { kind?: 'number' | 'url'; isRequired?: boolean; className?: string; placeholder?: string } = {},
  ) => (
    <Labelled label={label} {...(options.className ? { className: options.className } : {})}>
      <input
        type={options.kind ?? 'text'}
        value={String(draft[field])}
        required={options.isRequired ?? false}
        spellCheck={false}
        placeholder={options.placeholder}
        {...(options.kind === 'number' && { min: 1 })}
        onChange={({ target }) => set({ [field]: target.value })}
      />
    </Labelled>
  )
  return (
    <section className="net-panel">
      <h2>{t(words.newTitle)}</h2>
      <form
        className="measure-form"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        {line('name', t(words.name), { isRequired: true, className: 'measure-target', placeholder: t(words.namePlaceholder) })}
        <Labelled label={t(words.type)}>
          <select value={draft.type} onChange={({ target }) => set({ type: target.value as MeasurementType })}>
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {t(typeWords[type])}
              </option>
            ))}
          </select>
        </Labelled>
        {line('target', t(words.target), {
          isRequired: true,
          className: 'measure-target',
          placeholder: t(pointText.targetPlaceholder),
        })}
        {line('from', t(words.from), { className: 'measure-from' })}
        {line('limit', t(words.count), { kind: 'number' })}
        <Labelled label={t(words.every)}>
          <select value={draft.every} onChange={({ target }) => set({ every: target.value })}>
            {MINUTES.map((count) => (
              <option key={count} value={count}>
                {t(words.minutes, { count })}
              </option>
            ))}
          </select>
        </Labelled>
        <fieldset className="monitor-rules">
          <legend>{t(words.bad)}</legend>
          <Tick label={t(words.onFailure)} isOn={draft.onFailure} onChange={(onFailure) => set({ onFailure })} />
          {line('loss', t(words.loss), { kind: 'number' })}
          {line('latency', t(words.latency), { kind: 'number' })}
          {line('minPoints', t(words.minPoints), { kind: 'number' })}
          {line('confirmations', t(words.confirmations), { kind: 'number' })}
        </fieldset>
        {line('webhook', t(words.webhook), { kind: 'url', className: 'measure-target', placeholder: 'https://example.com/hook' })}
        <Tick label={t(words.mail)} isOn={draft.wantsMail} onChange={(wantsMail) => set({ wantsMail })} />
        <Button type="submit" kind="primary" icon="Plus">
          {t(words.add)}
        </Button>
        <p className="field-error" role="alert">
          {failure}
        </p>
      </form>
      {secret && (
        <>
          <p role="status">{t(words.secret)}</p>
          <div className="points-command">
            <pre tabIndex={0}>{secret}</pre>
            <CopyButton text={secret} isIconOnly />
          </div>
        </>
      )}
    </section>
  )
}

const Labelled = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <label {...(className ? { className } : {})}>
    <span>{label}</span>
    {children}
  </label>
)

const Tick = ({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <label className="monitor-tick">
    <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
)

/** The body of `POST /v1/monitors`; an empty limit judges nothing. */
function toBody(draft: Draft): Record<string, unknown> {
  const toNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
  return {
    name: draft.name,
    request: {
      type: draft.type,
      target: draft.target.trim(),
      locations: draft.from.trim() || 'world',
      limit: Number(draft.limit) || 1,
    },
    every_minutes: Number(draft.every),
    rules: {
      onFailure: draft.onFailure,
      lossPercent: toNumber(draft.loss),
      latencyMs: toNumber(draft.latency),
      minPoints: Number(draft.minPoints) || 1,
      confirmations: Number(draft.confirmations) || 1,
    },
    wants_mail: draft.wantsMail,
    ...(draft.webhook.trim() && { webhook_url: draft.webhook.trim() }),
  }
}
