import '../net/net.css'
import './points.css'
import { useEffect, useRef, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { FormFailure } from '../account/form-failure.tsx'
import { request, useLoaded } from '../account/request.ts'
import { TryAgain } from '../account/waiting.tsx'
import { useAct } from '../account/use-act.ts'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { Chip, type Tone } from '../net/chip.tsx'
import { useUserStore } from '../state/user-store.ts'
import { maintenanceText } from '../text/maintenance.ts'
import { monitorText as words, monitorTypeWords } from '../text/monitors.ts'
import { siteText } from '../text/site.ts'
import { AskRemoval } from '../ui/ask-removal.tsx'
import { RemovalButton } from '../ui/removal-button.tsx'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { MaintenancePanel } from './maintenance-panel.tsx'
import { MessageList } from './message-list.tsx'
import { toDraft, type KeptMonitor } from './monitor-draft.ts'
import { MonitorEdit } from './monitor-edit.tsx'
import { MonitorForm } from './monitor-form.tsx'
import { MonitorShowing, type Showing } from './monitor-showing.tsx'
import { useKeptRow } from './use-kept-row.ts'
import { useAgain } from '../use-again.ts'

/** A row of `GET /v1/monitors`, as far as it is shown. */
type MonitorRow = KeptMonitor & {
  readonly id: string
  readonly is_active: boolean
  readonly state: 'unknown' | 'good' | 'bad'
  readonly state_since: string
  /** Since when no run could judge; null while they do. */
  readonly silent_since?: string | null
  /** Until when it tells nobody; null where there is no maintenance. */
  readonly maintenance_until?: string | null
  readonly last_measurement: string | null
  readonly last_words: Text | null
  readonly shown: Showing | null
  readonly last_call: {
    readonly state: 'waiting' | 'sent' | 'failed'
    readonly attempts: number
    readonly error: string | null
  } | null
}

const TONES: Readonly<Record<MonitorRow['state'], Tone>> = { unknown: 'wait', good: 'ok', bad: 'bad' }
const STATES: Readonly<Record<MonitorRow['state'], Text>> = { unknown: words.unknown, good: words.good, bad: words.isBad }

/** Monitors of the account: their states, and a form for a new one. */
export function MonitorsPage() {
  const t = useText()
  const { data, failure, isLoading, reload } = useLoaded<readonly MonitorRow[]>('monitors')
  useAgain(reload)
  useSeen(data !== undefined)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <article className="wide points-page">
      <header>
        <h1>{t(words.title)}</h1>
        <p className="lead">{t(words.description)}</p>
      </header>
      <section className={`net-panel ${data || failure ? '' : 'awaited'}`}>
        <header>
          <h2 ref={title} tabIndex={-1}>
            {t(words.title)}
          </h2>
          <SiteLink to="/points" className="button ghost">
            {t(words.points)}
          </SiteLink>
        </header>
        {data === undefined && failure ? (
          <TryAgain {...{ failure, isLoading, reload }} />
        ) : data === undefined ? (
          <p role="status">{t(words.loading)}</p>
        ) : data.length === 0 ? (
          <p>{t(words.none)}</p>
        ) : (
          <ul className="monitor-list">
            {data.map((monitor) => (
              <MonitorItem
                key={monitor.id}
                monitor={monitor}
                onChanged={() => void reload()}
                onRemoved={() => title.current?.focus()}
              />
            ))}
          </ul>
        )}
      </section>
      {data && <MaintenancePanel monitors={data} onChanged={() => void reload()} />}
      <MonitorForm onAdded={() => void reload()} />
    </article>
  )
}

/** Whoever has the list before them has read the news of it. */
function useSeen(isShown: boolean): void {
  const unread = useUserStore((state) => state.unread)
  useEffect(() => {
    if (isShown && unread > 0) void markSeen()
  }, [isShown, unread])
}

/** A failure says nothing: the news then count until the next visit. */
async function markSeen(): Promise<void> {
  const { data } = await request('POST', 'monitors/seen', {}, { isQuiet: true })
  if (data) useUserStore.setState(({ user }) => ({ unread: 0, user: user && { ...user, unread: 0 } }))
}

type MonitorItemProps = { readonly monitor: MonitorRow; readonly onChanged: () => void; readonly onRemoved: () => void }

function MonitorItem({ monitor, onChanged, onRemoved }: MonitorItemProps) {
  const t = useText()
  const lang = useLang()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const {
    id,
    name,
    request: asked,
    every_minutes: count,
    is_active: isActive,
    state,
    last_words: lastWords,
    last_call: call,
    silent_since: silentSince,
  } = monitor
  const { protocol = '', port, recordType } = asked.measurementOptions ?? {}
  const reach = [String(protocol).toUpperCase(), port, recordType].filter(Boolean).join(' ')
  const { isEditing, setEditing, editor, endEdit, remove } = useKeptRow({
    path: `monitors/${id}`,
    removedWords: words.removed,
    onChanged,
    onRemoved,
  })
  const draft = toDraft(monitor)
  const targets = `${asked.targets?.join(', ') ?? asked.target ?? ''}${reach && ` (${reach})`}`
  const from =
    Array.isArray(asked.locations) && asked.locations.every((one) => typeof one === 'string')
      ? asked.locations.join(', ')
      : asked.locations
  const { isBusy, refusal, act } = useAct()
  const setActive = async () => {
    const { data } = await act('PATCH', `monitors/${id}`, { is_active: !isActive })
    if (data) onChanged()
  }
  return (
    <li>
      <div className="monitor-line">
        <span className="points-name">
          <strong>{name}</strong>
          <Chip tone={isActive ? (silentSince ? 'warn' : TONES[state]) : 'plain'}>
            {t(isActive ? (silentSince ? words.silent : STATES[state]) : words.paused)}
          </Chip>
          {isActive && <small>{t(words.since, { time: toDayTime(silentSince ?? monitor.state_since, lang) })}</small>}
          {monitor.maintenance_until && (
            <>
              <Chip tone="plain">{t(maintenanceText.short)}</Chip>
              <small>{t(maintenanceText.untilTime, { time: toDayTime(monitor.maintenance_until, lang) })}</small>
            </>
          )}
        </span>
        <span className="points-do" ref={editor}>
          {draft && (
            <Button
              kind="ghost"
              icon="Adjustments"
              isIconOnly
              subject={name}
              aria-expanded={isEditing}
              onClick={() => setEditing(!isEditing)}
            >
              {t(words.edit)}
            </Button>
          )}
          <Button
            kind="ghost"
            icon={isActive ? 'PlayerPause' : 'PlayerPlay'}
            isIconOnly
            subject={name}
            isBusy={isBusy}
            onClick={() => void setActive()}
          >
            {t(isActive ? words.pause : words.resume)}
          </Button>
          <RemovalButton label={t(words.remove)} subject={name} isAsking={isAsking} onAsk={setAsking} />
        </span>
      </div>
      <FormFailure words={refusal} />
      {isEditing && draft && <MonitorEdit {...{ monitor, onChanged }} first={draft} onEnd={endEdit} />}
      {isAsking && <AskRemoval subject={name} help={t(words.removeHelp)} onYes={remove} onNo={() => setAsking(false)} />}
      <p>
        {t(asked.type === 'domain' ? words.dailyPlan : words.plan, {
          type: t(monitorTypeWords[asked.type]),
          target: targets,
          from: typeof from === 'string' ? from : JSON.stringify(from),
          count,
        })}
      </p>
      {lastWords && (
        <p>
          {t(lastWords)}{' '}
          {monitor.last_measurement && <SiteLink to={`/measurements/${monitor.last_measurement}`}>{t(words.last)}</SiteLink>}
        </p>
      )}
      {call && call.state !== 'sent' && call.error !== null && (
        <p className="monitor-fault">
          {t(call.state === 'failed' ? words.callFailed : words.callWaits, { count: call.attempts, error: call.error })}
        </p>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary aria-label={t(siteText.pair, { name: t(words.history), value: name })}>{t(words.history)}</summary>
        {isOpen && <History id={id} />}
      </details>
      {monitor.webhook_url !== null && <MessageList id={id} name={name} />}
      <MonitorShowing monitor={monitor} onChanged={onChanged} />
    </li>
  )
}

type EventRow = {
  readonly kind: 'good' | 'bad' | 'silent' | 'heard'
  readonly words: Text
  readonly measurement_id: string | null
  readonly created_at: string
}

const EVENT_TONES: Readonly<Record<EventRow['kind'], Tone>> = { good: 'ok', bad: 'bad', silent: 'warn', heard: 'ok' }
const EVENT_WORDS: Readonly<Record<EventRow['kind'], Text>> = {
  good: words.recovered,
  bad: words.turnedBad,
  silent: words.silent,
  heard: words.heard,
}

function History({ id }: { id: string }) {
  const t = useText()
  const lang = useLang()
  const { data, failure, ...rest } = useLoaded<readonly EventRow[]>(`monitors/${id}/events`)
  if (!data && failure) return <TryAgain failure={failure} {...rest} />
  if (!data) return <p role="status">{t(words.loading)}</p>
  if (data.length === 0) return <p>{t(words.noHistory)}</p>
  return (
    <ul className="monitor-events">
      {data.map(({ kind, words: said, measurement_id: measurement, created_at: at }) => (
        <li key={`${at} ${kind}`}>
          <time dateTime={at}>{toDayTime(at, lang)}</time>
          <Chip tone={EVENT_TONES[kind]}>{t(EVENT_WORDS[kind])}</Chip>
          {measurement ? <SiteLink to={`/measurements/${measurement}`}>{t(said)}</SiteLink> : t(said)}
        </li>
      ))}
    </ul>
  )
}
