import type { MeasurementType } from '@octet/core/probe/measurement.ts'
import { fillText, type Text } from '@octet/core/text.ts'
import type { Words } from '../account/form-errors.ts'
import { withLabel } from '../account/with-label.ts'
import { monitorText as words } from '../text/monitors.ts'

/** A monitor as it is typed. */
export type Draft = {
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

export const EMPTY: Draft = {
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

type Body = Record<string, unknown> & { readonly request: Readonly<Record<string, unknown>>; readonly rules: object }

/** The body of `POST /v1/monitors`; an empty limit judges nothing. Without a number of points there is one for each place. */
export function toBody(draft: Draft): Body {
  const toNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
  return {
    name: draft.name,
    request: {
      type: draft.type,
      target: draft.target.trim(),
      locations: draft.from.trim() || 'world',
      ...(draft.limit.trim() && { limit: Number(draft.limit) }),
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

/** What the server keeps of a monitor, as far as the form can change it. */
export type KeptMonitor = {
  readonly name: string
  readonly request: {
    readonly type: MeasurementType
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
    readonly minPoints: number
    readonly confirmations: number
  }
  readonly wants_mail: boolean
  readonly webhook_url: string | null
}

/** A monitor as it would be typed; undefined for one that a program has made and the form has no fields for. */
export function toDraft({ name, request, rules, ...monitor }: KeptMonitor): Draft | undefined {
  const [target, ...others] = request.targets ?? [request.target]
  const from = typeof request.locations === 'string' ? request.locations : undefined
  if (target === undefined || others.length > 0 || from === undefined) return undefined
  const toText = (value: number | null): string => (value === null ? '' : String(value))
  return {
    name,
    type: request.type,
    target,
    from,
    limit: String(request.limit ?? ''),
    every: String(monitor.every_minutes),
    onFailure: rules.onFailure,
    loss: toText(rules.lossPercent),
    latency: toText(rules.latencyMs),
    minPoints: String(rules.minPoints),
    confirmations: String(rules.confirmations),
    wantsMail: monitor.wants_mail,
    webhook: monitor.webhook_url ?? '',
  }
}

const OF_REQUEST = ['type', 'target', 'from', 'limit'] as const
const OF_RULES = ['onFailure', 'loss', 'latency', 'minPoints', 'confirmations'] as const

/** The body of `PATCH /v1/monitors/{id}`. What is measured and when it is bad are left out where they stay, since with them its state begins anew. */
export function toChanges(
  draft: Draft,
  { first, monitor }: { first: Draft; monitor: Pick<KeptMonitor, 'request'> },
): Record<string, unknown> {
  const { request, rules, ...body } = toBody(draft)
  const isChanged = (names: readonly (keyof Draft)[]) => names.some((name) => draft[name] !== first[name])
  const { measurementOptions } = monitor.request
  return {
    ...body,
    webhook_url: draft.webhook.trim(),
    ...(isChanged(OF_REQUEST) && { request: { ...request, ...(draft.type === first.type && { measurementOptions }) } }),
    ...(isChanged(OF_RULES) && { rules }),
  }
}

/** What is wrong, by field of the draft. */
export type MonitorErrors = Readonly<Partial<Record<keyof Draft | 'form', Words>>>

type Range = { readonly from: number; readonly to: number; readonly mayBeEmpty?: true; readonly mayBeBroken?: true }
const RANGES: Readonly<Partial<Record<keyof Draft, Range>>> = {
  limit: { from: 1, to: 50, mayBeEmpty: true },
  loss: { from: 1, to: 100, mayBeEmpty: true, mayBeBroken: true },
  latency: { from: 1, to: 60_000, mayBeEmpty: true, mayBeBroken: true },
  minPoints: { from: 1, to: 50 },
  confirmations: { from: 1, to: 10 },
}

/** What is wrong before anything is sent. */
export function findErrors(draft: Draft): MonitorErrors {
  const ranges = Object.entries(RANGES).flatMap(([field, range]) =>
    isWithin(String(draft[field as keyof Draft]), range) ? [] : [[field, toWanted(range)]],
  )
  return {
    ...(draft.name.trim() === '' && { name: words.nameMissing }),
    ...(draft.target.trim() === '' && { target: words.targetMissing }),
    ...Object.fromEntries(ranges),
    ...(!isWebAddress(draft.webhook.trim()) && { webhook: words.webhookWrong }),
  }
}

function toWanted({ from, to, mayBeBroken }: Range): Text {
  const { en, zh } = mayBeBroken ? words.numberWanted : words.wholeWanted
  return { en: fillText(en, { from, to }), zh: fillText(zh, { from, to }) }
}

function isWithin(text: string, { from, to, mayBeEmpty, mayBeBroken }: Range): boolean {
  if (text.trim() === '') return mayBeEmpty === true
  const value = Number(text)
  return value >= from && value <= to && (mayBeBroken === true || Number.isInteger(value))
}

const isWebAddress = (text: string): boolean => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text))

const FIELDS: Readonly<Record<string, keyof Draft>> = {
  name: 'name',
  webhook_url: 'webhook',
  target: 'target',
  locations: 'from',
  limit: 'limit',
  lossPercent: 'loss',
  latencyMs: 'latency',
  minPoints: 'minPoints',
  confirmations: 'confirmations',
}

const LABELS: Readonly<Partial<Record<keyof Draft, Text>>> = {
  name: words.name,
  webhook: words.webhook,
  target: words.target,
  from: words.from,
  limit: words.count,
  loss: words.loss,
  latency: words.latency,
  minPoints: words.minPoints,
  confirmations: words.confirmations,
}
/** Fields of a choice, which has no place of its own for what is wrong. */
const CHOICES: Readonly<Record<string, Text>> = { every_minutes: words.every, type: words.type, wants_mail: words.mail }
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
