import type { IpRange } from './ip/range.ts'
import type { IpRecord } from './ip/record.ts'
import type { ProbeCapability } from './probe.ts'
import type { Lang } from './text.ts'

/** What every host gives a tool: browser, worker, command line and server alike. */
export type BaseHost = {
  /** Aborted when the caller has gone or the time is up. */
  readonly signal: AbortSignal
  /** The caller's language, for texts inside a result. */
  readonly lang: Lang
  /** The present moment. Tools never read the clock themselves, so that their examples can be tested. */
  now(): Date
  /** Cryptographically strong random bytes. */
  random(sizeBytes: number): Uint8Array<ArrayBuffer>
}

/** Address lookup in the range database. */
export type IpCapability = {
  /** The record of one address in canonical or any RFC 4291 spelling; throws `bad_address`, `data_missing`. */
  lookup(address: string): IpRecord | Promise<IpRecord>
  /** The addresses of a host name, guarded; throws `bad_domain`, `name_not_found`, `refused_target`. */
  resolve(name: string): Promise<string[]>
  /** Ranges of a country (ISO 3166-1 alpha-2) or an autonomous system, in address order; throws `data_missing`. */
  ranges(wanted: {
    readonly country?: string
    readonly asn?: number
    readonly version?: 4 | 6
  }): Iterable<IpRange> | Promise<Iterable<IpRange>>
  /** The address the caller comes from, when the host knows it. */
  readonly self?: string | undefined
}

/**
 * What a tool can need beyond {@link BaseHost}. A host that lacks one sends the call to the server.
 * `packages/probe` fills `probe`.
 */
export interface Capabilities {
  readonly ip: IpCapability
  readonly probe: ProbeCapability
}

export type Need = keyof Capabilities
export type Host<N extends Need = never> = BaseHost & Pick<Capabilities, N>
