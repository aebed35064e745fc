import { MailNote } from '../account/mail-note.tsx'
import type { ShownErrors } from '../account/use-form-errors.ts'
import { useText } from '../lang.tsx'
import { trialText } from '../text/channel-trial.ts'
import { monitorText as words, monitorTypeWords } from '../text/monitors.ts'
import { pointText } from '../text/points.ts'
import { ChannelTrial } from './channel-trial.tsx'
import { Choice } from './choice.tsx'
import { PROTOCOLS, RECORDS } from './measure-options.ts'
import { isAsked, toReceiver, toTypeChange, type Draft, type MonitorErrors } from './monitor-draft.ts'
import { Labelled, Line, Tick } from './form-line.tsx'
import { findMeasured, type MonitorType } from './monitor-type.ts'
import { isRobotAddress } from './robot-address.ts'

const TYPES = Object.keys(monitorTypeWords) as MonitorType[]
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 360, 1440]

type MonitorFieldsProps = {
  readonly draft: Draft
  readonly errors: ShownErrors<MonitorErrors>
  readonly onChange: (change: Partial<Draft>) => void
  /** The monitor that is changed; missing for a new one. */
  readonly kept?: { readonly id: string; readonly has_chat_secret?: boolean }
}

/** What a monitor measures, when it is bad and who hears of it. */
export function MonitorFields({ draft, errors, onChange: set, kept }: MonitorFieldsProps) {
  const t = useText()
  const every = Number(draft.every)
  const minutes = MINUTES.includes(every) ? MINUTES : [...MINUTES, every].toSorted((a, b) => a - b)
  const ofMonitor = kept && { monitor: kept.id }
  const measured = findMeasured(draft.type)
  const protocols = measured && PROTOCOLS[measured]
  const asks = (field: keyof Draft) => isAsked(field, draft.type)
  const line = (
    field: keyof Draft & keyof MonitorErrors,
    label: string,
    options: { isNumber?: boolean; className?: string; placeholder?: string; help?: string } = {},
  ) => (
    <Line
      {...(options.className && { className: options.className })}
      label={label}
      name={field}
      value={String(draft[field])}
      error={errors[field]}
      placeholder={options.placeholder}
      help={options.help}
      {...(options.isNumber && { inputMode: 'decimal' })}
      onChange={({ target }) => set({ [field]: target.value })}
    />
  )
  return (
    <>
      {line('name', t(words.name), { className: 'measure-target', placeholder: t(words.namePlaceholder) })}
      <Labelled label={t(words.type)} className="monitor-type">
        <select value={draft.type} onChange={({ target }) => set(toTypeChange(draft, target.value as MonitorType))}>
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {t(monitorTypeWords[type])}
            </option>
          ))}
        </select>
      </Labelled>
      {line('target', t(words.target), {
        className: 'measure-target',
        placeholder: t(pointText.targetPlaceholder),
      })}
      {protocols && (
        <Choice
          label={t(pointText.protocol)}
          value={draft.protocol}
          values={protocols}
          onChange={(protocol) => set({ protocol })}
        />
      )}
      {draft.type === 'dns' && (
        <Choice
          label={t(pointText.recordType)}
          value={draft.record}
          values={RECORDS.includes(draft.record) || !draft.record ? RECORDS : [...RECORDS, draft.record]}
          onChange={(record) => set({ record })}
        />
      )}
      {asks('from') && line('from', t(words.from), { className: 'measure-from' })}
      {asks('limit') && line('limit', t(words.count), { isNumber: true })}
      {!asks('every') && <p className="quiet">{t(words.daily)}</p>}
      {asks('every') && (
        <Labelled label={t(words.every)}>
          <select value={draft.every} onChange={({ target }) => set({ every: target.value })}>
            {minutes.map((count) => (
              <option key={count} value={count}>
                {count % 60 === 0 ? t(words.hours, { count: count / 60 }) : t(words.minutes, { count })}
              </option>
            ))}
          </select>
        </Labelled>
      )}
      <fieldset className="monitor-rules">
        <legend>{t(words.bad)}</legend>
        <Tick
          label={t(measured ? words.onFailure : words.onLoss)}
          isOn={draft.onFailure}
          onChange={(onFailure) => set({ onFailure })}
        />
        {asks('loss') && line('loss', t(words.loss), { isNumber: true })}
        {asks('latency') && line('latency', t(words.latency), { isNumber: true })}
        {asks('registrationDays') && line('registrationDays', t(words.registrationDays), { isNumber: true })}
        {asks('days') && line('days', t(words.days), { isNumber: true })}
        {asks('answers') && line('answers', t(words.answers), { placeholder: t(words.answersPlaceholder) })}
        {asks('minPoints') && line('minPoints', t(words.minPoints), { isNumber: true })}
        {line('confirmations', t(words.confirmations), { isNumber: true })}
      </fieldset>
      {line('webhook', t(words.webhook), {
        className: 'measure-target',
        placeholder: 'https://example.com/hook',
        help: t(words.webhookHelp),
      })}
      {isRobotAddress(draft.webhook) &&
        line('chatSecret', t(words.chatSecret), {
          className: 'measure-target',
          help: t(words.chatSecretHelp),
          ...(kept?.has_chat_secret && { placeholder: t(words.secretKept) }),
        })}
      {isRobotAddress(draft.webhook) && kept?.has_chat_secret && (
        <Tick label={t(words.forgetSecret)} isOn={draft.forgetsSecret} onChange={(forgetsSecret) => set({ forgetsSecret })} />
      )}
      {draft.webhook.trim() !== '' && (
        <ChannelTrial key={draft.webhook} label={t(trialText.tryWebhook)} asked={{ ...toReceiver(draft), ...ofMonitor }} />
      )}
      <Tick label={t(words.mail)} isOn={draft.wantsMail} onChange={(wantsMail) => set({ wantsMail })} />
      {draft.wantsMail && (
        <>
          <MailNote more={words.orWebhook} />
          <ChannelTrial label={t(trialText.tryMail)} asked={{ channel: 'mail', ...ofMonitor }} />
        </>
      )}
    </>
  )
}
