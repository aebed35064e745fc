import type { Text } from '@octet/core/text.ts'
import type { Guard } from '../guard/guard.ts'

export type Transport = 'udp' | 'tcp' | 'tls' | 'https'

/** A server to ask. `isTrusted` marks servers of the operator's own configuration, which need no gate. */
export type Server = {
  readonly transport: Transport
  /** Address or name. */
  readonly host: string
  readonly port: number
  /** Path of DoH, e.g. `/dns-query`. */
  readonly path?: string
  readonly isTrusted?: boolean
}

/** A server with the address that was judged, and what it is called in messages. */
export type Pinned = Server & { readonly address: string; readonly label: Text }

export type ExchangeOptions = {
  readonly guard: Guard
  /** Certificates (PEM) that DoT and DoH servers may use beside the public ones. */
  readonly ca?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
}
