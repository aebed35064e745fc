import type { MeasurementType } from '@octet/core/probe/measurement.ts'
import type { Text } from '@octet/core/text.ts'
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

/** The body of `POST /v1/monitors`; an empty limit judges nothing. */
export function toBody(draft: Draft): Record<string, unknown> {
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

/** What is wrong, by field of the draft. */
export type MonitorErrors = Readonly<Partial<Record<keyof Draft | 'form', string>>>

type Range = { readonly from: number; readonly to: number; readonly mayBeEmpty?: true; readonly mayBeBroken?: true }
const RANGES: Readonly<Partial<Record<keyof Draft, Range>>> = {
  limit: { from: 1, to: 50 },
  loss: { from: 1, to: 100, mayBeEmpty: true, mayBeBroken: true },
  latency: { from: 1, to: 60_000, mayBeEmpty: true, mayBeBroken: true },
  minPoints: { from: 1, to: 50 },
  confirmations: { from: 1, to: 10 },
}

type Translate = (text: Text, values?: Readonly<Record<string, string | number>>) => string

/** What is wrong before anything is sent. */
export function findErrors(draft: Draft, t: Translate): MonitorErrors {
  const ranges = Object.entries(RANGES).flatMap(([field, range]) =>
    isWithin(String(draft[field as keyof Draft]), range)
      ? []
      : [[field, t(range.mayBeBroken ? words.numberWanted : words.wholeWanted, { from: range.from, to: range.to })]],
  )
  return {
    ...(draft.name.trim() === '' && { name: t(words.nameMissing) }),
    ...(draft.target.trim() === '' && { target: t(words.targetMissing) }),
    ...Object.fromEntries(ranges),
    ...(!isWebAddress(draft.webhook.trim()) && { webhook: t(words.webhookWrong) }),
  }
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

/** The words of a failure of the server, at the field they are about. */
export function toMonitorErrors({ field, msg }: { readonly field: string; readonly msg: string }): MonitorErrors {
  const name = field.split('.').find((part) => part in FIELDS)
  return { [name ? FIELDS[name]! : 'form']: msg }
}
