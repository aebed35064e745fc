import type { IncomingHttpHeaders } from 'node:http'
import type { AppError } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang } from '@octet/core/text.ts'
import type { KnownKey, Scope } from '../domain/key/key-table.ts'
import type { Services } from '../services.ts'
import type { PersonalityId } from './personality-id.ts'

/** A call in another service's words, once its key and its allowance have been seen to. */
export type Call = {
  /** GET, HEAD or POST. */
  readonly method: string
  readonly services: Services
  readonly headers: IncomingHttpHeaders
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | undefined>>
  /** Body of a POST, as text. */
  readonly body: string
  /** Address of the caller. */
  readonly address: string
  readonly key: KnownKey | undefined
  /** Units of the month that are left and that there are; undefined without a key. */
  readonly credits: { readonly remaining: number; readonly quota: number } | undefined
  readonly signal: AbortSignal
  /** The record of an address. Throws `bad_address`, `data_missing`. */
  lookup(address: string, lang?: Lang): IpRecord
}

/** An answer: a text as it is, anything else as JSON. */
export type Reply = {
  readonly body: unknown
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Of a list, how many items have an answer: the others cost nothing. */
  readonly answered?: number
}

export type Route = {
  readonly method: 'GET' | 'POST'
  /** Path as the service's clients ask for it, in the router's notation. */
  readonly path: string
  readonly scope?: Scope
  /** Refused without a key; keyless calls otherwise live on the allowance of their address. */
  readonly needsKey?: boolean
  /** Costs nothing of the month. */
  readonly isFree?: boolean
  readonly bodyLimitBytes?: number
  /** Units of the month; 1 unless said. */
  units?(call: Pick<Call, 'body' | 'params'>): number
  handle(call: Call): Reply | Promise<Reply>
  /** The key, where the path brings it; undefined where it brings none. */
  findKey?(params: Call['params']): string | undefined
  /** A key that is refused, where this route says so in another way than the rest. */
  refuseKey?(error: AppError, key: string): Reply
}

/** What a call has used, and what is left to the caller. */
export type Use = {
  /** Units of the month. */
  readonly consumed: number
  readonly remaining: number | undefined
  /** Units that may be asked for at once, those left of them, and when they are whole again. */
  readonly rate: { readonly limit: number; readonly remaining: number; readonly resetSeconds: number }
}

/** Answers in the form that clients of another service expect. */
export type Personality = {
  readonly id: PersonalityId
  readonly routes: readonly Route[]
  /** A known error in that service's words. */
  toFailure(error: AppError, headers: IncomingHttpHeaders): Reply
  /** Headers that every answer carries. */
  toHeaders?(use: Use): Readonly<Record<string, string>>
}

/** Declares the form of a service. */
export function definePersonality(personality: Personality): Personality {
  return personality
}
