import { randomUUID } from 'node:crypto'
import type { MeasurementType } from '@octet/core/probe/measurement.ts'
import type { Text } from '@octet/core/text.ts'
import type { Queries } from '../../storage/database.ts'
import { insertMonitorCall, insertMonitorEvent } from '../../storage/queries/monitors.ts'
import { addMail } from '../mail/outbox.ts'
import { toLastingApart } from './lasting.ts'
import type { MonitorRequest } from './monitor.ts'

const MAX_CHAT_WORDS = 400

/** Whose monitor it is, and where news of it go. */
export type Told = {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly wants_mail: boolean
  readonly webhook_url: string | null
  readonly email: string
  readonly lang: 'en' | 'zh'
  readonly now: Date
}

/** What a run was about, as it is told. */
export type RunAbout = {
  readonly measurementId: string | null
  readonly type: MonitorRequest['type']
  readonly targets: readonly string[]
  /** In a few words: `ping example.com, TCP 8443`. */
  readonly what: string
  /** Of the page that shows it. */
  readonly path: string
}

export type MonitorNews = {
  /** `silent`: there are no results; `heard`: there are some again. */
  readonly kind: 'good' | 'bad' | 'silent' | 'heard'
  readonly words: Text
  readonly about: RunAbout
  /** Since when it was in the state before; of a silence, since when there were no results. */
  readonly since: Date
  /** How much of the time since then there was maintenance. */
  readonly maintenanceMs: number
}

type Site = { readonly publicOrigin: string; readonly brand: string }

/** Puts news of a monitor into its history, the outbox and the messages to its webhook, all in the transaction of the caller. */
export async function tellOwner(
  queries: Queries,
  monitor: Told,
  { publicOrigin, brand, ...news }: Site & MonitorNews,
): Promise<void> {
  const { id, name, lang, now } = monitor
  const { kind, words, about, since, maintenanceMs } = news
  const { measurementId, type, targets, what, path } = about
  await insertMonitorEvent(queries, { monitor_id: id, kind, words: JSON.stringify(words), measurement_id: measurementId })
  const link = `${publicOrigin}${lang === 'zh' ? '/zh' : ''}${path}`
  const lasted = toLastingApart(now.getTime() - since.getTime(), maintenanceMs)[lang]
  if (monitor.wants_mail)
    await addMail(queries, {
      accountId: monitor.account_id,
      recipient: monitor.email,
      kind: `monitor_${kind}`,
      lang,
      brand,
      link,
      values: { monitor: name, what, words: words[lang], since: toMinuteOfDay(since), lasted },
    })
  if (monitor.webhook_url === null) return
  const messageId = randomUUID()
  const body = JSON.stringify({
    id: messageId,
    event: `monitor.${kind}`,
    monitor: { id, name },
    type,
    targets,
    words,
    measurement_url: measurementId === null ? null : `${publicOrigin}/v1/measurements/${measurementId}`,
    at: now.toISOString(),
    ...(kind === 'good' && { bad_since: since.toISOString() }),
    ...((kind === 'silent' || kind === 'heard') && { silent_since: since.toISOString() }),
    ...(kind !== 'bad' && { maintenance_minutes: Math.round(maintenanceMs / 60_000) }),
    text: toChatText({ kind, name, words, link, brand, lang, lasted }),
  })
  await insertMonitorCall(queries, { id: messageId, monitor_id: id, body })
}

type Said = Pick<Told, 'name' | 'lang'> &
  Pick<MonitorNews, 'kind' | 'words'> & { readonly link: string; readonly brand: string; readonly lasted: string }

/** News in a sentence or two, in the language of its owner: short enough for every chat (WeCom takes 2,048 bytes). */
function toChatText({ kind, name, words, link, brand, lang, lasted }: Said): string {
  const said = words[lang].length > MAX_CHAT_WORDS ? `${words[lang].slice(0, MAX_CHAT_WORDS)}…` : words[lang]
  const turned = {
    bad: { en: 'turned bad', zh: '出现异常' },
    good: { en: `is good again after ${lasted}`, zh: `已恢复正常，此前异常 ${lasted}` },
    silent: { en: `has had no results for ${lasted}`, zh: `已有 ${lasted} 没有结果` },
    heard: { en: `has results again after ${lasted}`, zh: `已恢复监测，此前 ${lasted} 没有结果` },
  }[kind]
  return lang === 'zh'
    ? `[${brand} 监控] ${name} ${turned.zh}。${said}\n${link}`
    : `[${brand} monitor] ${name} ${turned.en}. ${said}\n${link}`
}

type Asked = {
  readonly type: MeasurementType | 'domain'
  readonly targets: readonly string[]
  readonly measurementOptions: Readonly<{ protocol?: unknown; port?: unknown }>
}

/** What is measured, in a few words: `ping example.com, TCP 8443`. */
export function toWhat({ type, targets, measurementOptions: { protocol = '', port = '' } }: Asked): string {
  const reach = `${String(protocol).toUpperCase()} ${String(port)}`.trim()
  return [`${type} ${targets.join(', ')}`, ...(reach ? [reach] : [])].join(', ')
}

/** `2026-01-31 14:05 UTC`, for everybody alike. */
const toMinuteOfDay = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
