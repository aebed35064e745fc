import { toFailureWords, type AppError } from '@octet/core/errors.ts'
import type { WhoisObject, WhoisResult } from '@octet/core/probe/whois.ts'
import type { Text } from '@octet/core/text.ts'
import { toUnicodeName } from '../guard/names.ts'
import type { ParsedWhois } from './parse-whois.ts'
import { isZoneless, toMs } from './registry-date.ts'

/** What servers say of an object: facts, and how they were come by. */
export type Found = {
  readonly facts: ParsedWhois
  readonly about: Partial<WhoisResult> & Pick<WhoisResult, 'source' | 'raw'>
}
export type Raw = WhoisResult['raw'][number]

/** What is left of a lookup. */
export type Limited = { readonly signal: AbortSignal | undefined; readonly left: () => number }

/** A lookup of an object; a brief one ends with what the registry says. */
export type Asking = Limited & { readonly isBrief: boolean }

const DAY_MS = 86_400_000

type Moments = { readonly askedAt: Date; readonly now: Date }

/** The answer, with what follows from its dates today. */
export function toResult(object: WhoisObject, { facts, about }: Found, { askedAt, now }: Moments): WhoisResult {
  const readable = object.kind === 'domain' ? toUnicodeName(object.name) : object.name
  const { created = null, updated = null, expires = null } = facts
  const notes = [created, updated, expires].some(isZoneless) ? [...(about.notes ?? []), NO_ZONE] : (about.notes ?? [])
  return {
    ...EMPTY,
    query: object.name,
    kind: object.kind,
    askedAt: askedAt.toISOString(),
    ...facts,
    ageDays: created ? Math.floor((now.getTime() - toMs(created)) / DAY_MS) : null,
    daysLeft: expires ? Math.floor((toMs(expires) - now.getTime()) / DAY_MS) : null,
    ...about,
    notes,
    unicode: about.unicode ?? (readable === object.name ? null : readable),
  }
}

/** Some mean UTC, some their own time. */
const NO_ZONE: Text = {
  en: 'The registry names no time zone for its dates: a day may be one off.',
  zh: '注册局的时间未注明时区，日期可能相差一天。',
}

const EMPTY: Omit<WhoisResult, 'query' | 'kind' | 'source' | 'raw' | 'askedAt'> = {
  unicode: null,
  isRegistered: null,
  registrar: null,
  created: null,
  updated: null,
  expires: null,
  ageDays: null,
  daysLeft: null,
  statuses: [],
  nameServers: [],
  isSigned: null,
  network: null,
  abuse: null,
  contacts: [],
  redactions: [],
  notes: [],
}

/** The registry's word first; where it is silent, the registrar's. */
export function mergeFacts(first: ParsedWhois, second: ParsedWhois): ParsedWhois {
  const merged: Record<string, unknown> = { ...second }
  for (const [key, value] of Object.entries(first))
    if (value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)) merged[key] = value
  // a registry without contacts ("thin") says nothing about people; the registrar may
  if ((second.contacts?.length ?? 0) > (first.contacts?.length ?? 0)) merged['contacts'] = second.contacts
  return merged as ParsedWhois
}

/** That a server did not answer, and why. */
export function toNote(server: string, error: AppError): Text {
  return { en: `${server}: ${toFailureWords(error, 'en')}`, zh: `${server}：${toFailureWords(error, 'zh')}` }
}

/** Whether an object is registered at the root: `com`, not `example.com`. */
export function isTopLevel({ kind, name }: WhoisObject): boolean {
  return kind === 'domain' && !name.includes('.')
}
