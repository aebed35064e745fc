import type { Text } from '@octet/core/text.ts'
import { keyText } from '../text/account-keys.ts'
import { SCOPES, toList, type Key, type Scope } from './key.ts'
import type { Failure } from './request.ts'

export const EXPIRIES = ['', '7', '30', '90', '365'] as const

/** What is typed and ticked in the form of a key. */
export type Draft = {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly cidrs: string
  readonly origins: string
  readonly cap: string
  readonly expiry: (typeof EXPIRIES)[number]
  readonly isAllowedInUrl: boolean
  readonly isTest: boolean
}

export const NEW: Draft = {
  name: '',
  scopes: ['geo', 'privacy', 'asn'],
  cidrs: '',
  origins: '',
  cap: '',
  expiry: '',
  isAllowedInUrl: true,
  isTest: false,
}

export const toDraft = (key: Key): Draft => ({
  ...NEW,
  name: key.name,
  scopes: SCOPES.filter((scope) => key.scopes.includes(scope)),
  cidrs: key.cidrs.join(', '),
  origins: key.origins.join(', '),
  cap: key.cap_month === null ? '' : String(key.cap_month),
  isAllowedInUrl: key.allow_query,
})

/** What the server is told; a new key may have a kind and an end. */
export const toInput = ({ name, scopes, cidrs, origins, cap, expiry, isAllowedInUrl, isTest }: Draft, isNew: boolean) => ({
  ...(name.trim() && { name: name.trim() }),
  scopes,
  cidrs: toList(cidrs),
  origins: toList(origins),
  allow_query: isAllowedInUrl,
  ...(cap.trim() ? { cap_month: Number(cap) } : isNew ? {} : { cap_month: null }),
  ...(isNew && { kind: isTest ? 'test' : 'live', ...(expiry && { expires_in_days: Number(expiry) }) }),
})

/** What the server can refuse of a key; each has its label in the form. */
const FIELDS = ['name', 'scopes', 'cidrs', 'origins', 'cap'] as const
export const LIMITS = ['cidrs', 'origins', 'cap'] as const
export type Errors = Readonly<Partial<Record<(typeof FIELDS)[number] | 'form', string>>>

/** The words of a refusal, at its field and with its label for the name that programs use, such as `cidrs.0`. */
export function toKeyErrors({ field, msg }: Failure, t: (text: Text) => string): Errors {
  const [first] = field.replace('cap_month', 'cap').split('.')
  const name = FIELDS.find((one) => one === first)
  return name ? { [name]: msg.replace(field, () => t(keyText[name])) } : { form: msg }
}
