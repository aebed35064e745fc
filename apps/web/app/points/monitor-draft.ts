import { fillText, type Text } from '@octet/core/text.ts'
import type { Words } from '../account/form-errors.ts'
import { withLabel } from '../account/with-label.ts'
import { monitorText as words } from '../text/monitors.ts'
import { pointText } from '../text/points.ts'
import { PROTOCOLS } from './measure-options.ts'
import { findMeasured, type MonitorType } from './monitor-type.ts'
import { isRobotAddress } from './robot-address.ts'

/** A monitor as it is typed. */
export type Draft = {
  readonly name: string
  readonly type: MonitorType
  readonly target: string
  /** Of ping, traceroute and MTR; `''` for the usual one. */
  readonly protocol: string
  /** Type of the DNS record; `''` for A. */
  readonly record: string
  readonly from: string
  readonly limit: string
  readonly every: string
  readonly onFailure: boolean
  readonly loss: string
  readonly latency: string
  /** Of TLS: days that a certificate must have left. */
  readonly days: string
  /** Of domains: days that the registration must have left. */
  readonly registrationDays: string
  /** Of DNS: all that may be answered, with commas between. */
  readonly answers: string
  readonly minPoints: string
  readonly confirmations: string
  readonly wantsMail: boolean
  readonly webhook: string
  /** Of the robot of a chat; empty for the one that is kept, if any. */
  readonly chatSecret: string
  /** The one that is kept is to be forgotten. */
  readonly forgetsSecret: boolean
}

export const EMPTY: Draft = {
  name: '',
  type: 'ping',
  target: '',
  protocol: '',
  record: '',
  from: 'world',
  limit: '3',
  every: '5',
  onFailure: true,
  loss: '50',
  latency: '',
  days: '14',
  registrationDays: '30',
  answers: '',
  minPoints: '1',
  confirmations: '2',
  wantsMail: true,
  webhook: '',
  chatSecret: '',
  forgetsSecret: false,
}

type Body = Record<string, unknown> & { readonly request: Readonly<Record<string, unknown>>; readonly rules: object }

/** The body of `POST /v1/monitors`; an empty limit judges nothing. Without a number of points there is one for each place. */
export function toBody(draft: Draft): Body {
  const toNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
  const answers = toAnswers(draft.answers)
  const measurementOptions = toOptions(draft)
  return {
    name: draft.name,
    request: {
      type: draft.type,
      target: draft.target.trim(),
      ...(draft.type !== 'domain' && { locations: draft.from.trim() || 'world' }),
      ...(draft.type !== 'domain' && draft.limit.trim() && { limit: Number(draft.limit) }),
      ...(Object.keys(measurementOptions).length > 0 && { measurementOptions }),
    },
    every_minutes: Number(draft.every),
    rules: {
      onFailure: draft.onFailure,
      lossPercent: toNumber(draft.loss),
      latencyMs: toNumber(draft.latency),
      certificateDays: toNumber(draft.days),
      registrationDays: toNumber(draft.registrationDays),
      answers: answers.length > 0 ? answers : null,
      minPoints: Number(draft.minPoints) || 1,
      confirmations: Number(draft.confirmations) || 1,
    },
    wants_mail: draft.wantsMail,
    ...toReceiver(draft),
  }
}

/** Where messages go, and what they are signed with for a robot. */
export function toReceiver({ webhook, chatSecret, forgetsSecret }: Draft): { webhook_url?: string; chat_secret?: string } {
  const secret = forgetsSecret ? '' : chatSecret.trim() || undefined
  return {
    ...(webhook.trim() && { webhook_url: webhook.trim() }),
    ...(isRobotAddress(webhook) && secret !== undefined && { chat_secret: secret }),
  }
}

/** The settings of the type that the form has fields for; left out where they are as usual. */
function toOptions({ type, protocol, record }: Draft): Readonly<Record<string, string>> {
  return {
    ...(protocol && PROTOCOLS[findMeasured(type) ?? 'dns']?.includes(protocol) && { protocol }),
    ...(type === 'dns' && record && { recordType: record }),
  }
}

const toAnswers = (text: string): string[] =>
  text
    .split(/[,，、\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** What the server keeps of a monitor, as far as the form can change it. */
export type KeptMonitor = {
  readonly name: string
  readonly request: {
    readonly type: MonitorType
    readonly target?: string | undefined
    readonly targets?: readonly string[] | undefined
    readonly locations: unknown
    readonly limit?: number | undefined
    readonly measurementOptions?: Readonly<Record<string, unknown>> | undefined
  }
  readonly every_minutes: number
  readonly rules: {
    readonly onFailure: boolean
    readonly lossPercent: number | null
    readonly latencyMs: number | null
    readonly certificateDays: number | null
    readonly registrationDays: number | null
    readonly answers: readonly string[] | null
    readonly minPoints: number
    readonly confirmations: number
  }
  readonly wants_mail: boolean
  readonly webhook_url: string | null
  /** Whether messages are signed for the robot of a chat. */
  readonly has_chat_secret?: boolean
}

/** A monitor as it would be typed; undefined for one that a program has made and the form has no fields for. */
export function toDraft({ name, request, rules, ...monitor }: KeptMonitor): Draft | undefined {
  const [target, ...others] = request.targets ?? [request.target]
  const from = typeof request.locations === 'string' ? request.locations : undefined
  if (target === undefined || others.length > 0 || from === undefined) return undefined
  const answers = rules.answers ?? []
  if (answers.some((one) => toAnswers(one).length > 1)) return undefined
  const { protocol = '', recordType: record = '' } = request.measurementOptions ?? {}
  const toText = (value: number | null): string => (value === null ? '' : String(value))
  return {
    name,
    type: request.type,
    target,
    protocol: String(protocol),
    record: String(record),
    from,
    limit: String(request.limit ?? ''),
    every: String(monitor.every_minutes),
    onFailure: rules.onFailure,
    loss: toText(rules.lossPercent),
    latency: toText(rules.latencyMs),
    days: toText(rules.certificateDays),
    registrationDays: toText(rules.registrationDays),
    answers: answers.join(', '),
    minPoints: String(rules.minPoints),
    confirmations: String(rules.confirmations),
    wantsMail: monitor.wants_mail,
    webhook: monitor.webhook_url ?? '',
    chatSecret: '',
    forgetsSecret: false,
  }
}

const OF_REQUEST = ['type', 'target', 'protocol', 'record', 'from', 'limit'] as const
const OF_RULES = ['onFailure', 'loss', 'latency', 'days', 'registrationDays', 'answers', 'minPoints', 'confirmations'] as const

/** The body of `PATCH /v1/monitors/{id}`. What is measured and when it is bad are left out where they stay, since with them its state begins anew. */
export function toChanges(
  draft: Draft,
  { first, monitor }: { first: Draft; monitor: Pick<KeptMonitor, 'request'> },
): Record<string, unknown> {
  const { request, rules, ...body } = toBody(draft)
  const isChanged = (names: readonly (keyof Draft)[]) => names.some((name) => draft[name] !== first[name])
  return {
    ...body,
    webhook_url: draft.webhook.trim(),
    ...(isChanged(OF_REQUEST) && { request: { ...request, ...toKeptOptions(draft, { first, monitor }) } }),
    ...(isChanged(OF_RULES) && { rules }),
  }
}

/** The settings of before that the form has no field for go on with the type; a port goes with its protocol. */
function toKeptOptions(
  draft: Draft,
  { first, monitor }: { first: Draft; monitor: Pick<KeptMonitor, 'request'> },
): { measurementOptions?: Readonly<Record<string, unknown>> } {
  const { protocol: _protocol, recordType: _record, ...others } = monitor.request.measurementOptions ?? {}
  const { port: _port, ...portless } = others
  const kept = draft.type !== first.type ? {} : draft.protocol === first.protocol ? others : portless
  const measurementOptions = { ...kept, ...toOptions(draft) }
  return Object.keys(measurementOptions).length > 0 ? { measurementOptions } : {}
}

/** What is wrong, by field of the draft. */
export type MonitorErrors = Readonly<Partial<Record<keyof Draft | 'form', Words>>>

type Range = { readonly from: number; readonly to: number; readonly mayBeEmpty?: true; readonly mayBeBroken?: true }
const RANGES: Readonly<Partial<Record<keyof Draft, Range>>> = {
  limit: { from: 1, to: 50, mayBeEmpty: true },
  loss: { from: 1, to: 100, mayBeEmpty: true, mayBeBroken: true },
  latency: { from: 1, to: 60_000, mayBeEmpty: true, mayBeBroken: true },
  days: { from: 1, to: 365, mayBeEmpty: true },
  registrationDays: { from: 1, to: 365, mayBeEmpty: true },
  minPoints: { from: 1, to: 50 },
  confirmations: { from: 1, to: 10 },
}

const LOSSY: ReadonlySet<MonitorType> = new Set<MonitorType>(['ping', 'traceroute', 'mtr'])
const OF_TYPE: Readonly<Partial<Record<keyof Draft, (type: MonitorType) => boolean>>> = {
  loss: (type) => LOSSY.has(type),
  latency: (type) => type !== 'tls' && type !== 'domain',
  days: (type) => type === 'tls',
  registrationDays: (type) => type === 'domain',
  from: (type) => type !== 'domain',
  limit: (type) => type !== 'domain',
  every: (type) => type !== 'domain',
  minPoints: (type) => type !== 'domain',
  answers: (type) => type === 'dns',
}

/** Whether a field has a meaning for what is measured. */
export const isAsked = (field: keyof Draft, type: MonitorType): boolean => OF_TYPE[field]?.(type) ?? true

/** Another type, with the usual days of what it alone is judged by where none are said: without them it would warn of no end. */
export function toTypeChange(draft: Draft, type: MonitorType): Partial<Draft> {
  const field = type === 'tls' ? 'days' : type === 'domain' ? 'registrationDays' : undefined
  return { type, ...(field && type !== draft.type && draft[field].trim() === '' && { [field]: EMPTY[field] }) }
}

/** What is wrong before anything is sent. */
export function findErrors(draft: Draft): MonitorErrors {
  const ranges = Object.entries(RANGES).flatMap(([field, range]) =>
    !isAsked(field as keyof Draft, draft.type) || isWithin(String(draft[field as keyof Draft]), range)
      ? []
      : [[field, toWanted(range)]],
  )
  return {
    ...(draft.name.trim() === '' && { name: words.nameMissing }),
    ...(draft.target.trim() === '' && { target: words.targetMissing }),
    ...(isPortLost(draft) && { target: words.portLost }),
    ...Object.fromEntries(ranges),
    ...(!isWebAddress(draft.webhook.trim()) && { webhook: words.webhookWrong }),
  }
}

function toWanted({ from, to, mayBeEmpty, mayBeBroken }: Range): Text {
  const { en, zh } = mayBeBroken ? words.numberWanted : mayBeEmpty ? words.wholeOrNone : words.wholeWanted
  return { en: fillText(en, { from, to }), zh: fillText(zh, { from, to }) }
}

function isWithin(text: string, { from, to, mayBeEmpty, mayBeBroken }: Range): boolean {
  if (text.trim() === '') return mayBeEmpty === true
  const value = Number(text)
  return value >= from && value <= to && (mayBeBroken === true || Number.isInteger(value))
}

/** Whether a port stands behind the target (`host:22`, `[::1]:22`) that ICMP has no use for. */
function isPortLost({ type, target, protocol }: Draft): boolean {
  const isIcmp = PROTOCOLS[findMeasured(type) ?? 'dns']?.[0] === (protocol || 'icmp')
  return isIcmp && /^(\[[^\]]*\]|[^\s:/]+):\d{1,5}$/.test(target.trim())
}

const isWebAddress = (text: string): boolean => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text))

const FIELDS: Readonly<Record<string, keyof Draft>> = {
  name: 'name',
  webhook_url: 'webhook',
  chat_secret: 'chatSecret',
  target: 'target',
  locations: 'from',
  limit: 'limit',
  lossPercent: 'loss',
  latencyMs: 'latency',
  certificateDays: 'days',
  registrationDays: 'registrationDays',
  answers: 'answers',
  minPoints: 'minPoints',
  confirmations: 'confirmations',
}

const LABELS: Readonly<Partial<Record<keyof Draft, Text>>> = {
  name: words.name,
  webhook: words.webhook,
  chatSecret: words.chatSecret,
  target: words.target,
  from: words.from,
  limit: words.count,
  loss: words.loss,
  latency: words.latency,
  days: words.days,
  registrationDays: words.registrationDays,
  answers: words.answers,
  minPoints: words.minPoints,
  confirmations: words.confirmations,
}
/** Fields of a choice, which has no place of its own for what is wrong. */
const CHOICES: Readonly<Record<string, Text>> = {
  every_minutes: words.every,
  type: words.type,
  wants_mail: words.mail,
  protocol: pointText.protocol,
  recordType: pointText.recordType,
}
/** Behind a label: what unit it has, or that it may be left empty. */
const ASIDE = / ?[（(][^（()）]*[)）]$/

/** The words of a failure of the server, at the field they are about and with its label. */
export function toMonitorErrors(
  failure: { readonly field: string; readonly msg: string },
  t: (text: Text) => string,
): MonitorErrors {
  const parts = failure.field.split('.')
  const found = parts.find((part) => Object.hasOwn(FIELDS, part))
  if (found === undefined) {
    const choice = CHOICES[parts.find((part) => Object.hasOwn(CHOICES, part)) ?? '']
    return { form: withLabel(failure, choice && t(choice)) }
  }
  const name = FIELDS[found]!
  const label = LABELS[name]
  return { [name]: withLabel(failure, label && t(label).replace(ASIDE, '')) }
}
