import type { Envelope, Failure } from '@octet/core/envelope.ts'
import type { ErrorKey } from '@octet/core/errors.ts'

/** An answer whose code is not 200. `key` names the row of the error table. */
export class OctetError extends Error {
  override readonly name = 'OctetError'
  readonly code: number
  readonly key: ErrorKey
  readonly resolution: string
  readonly details: Readonly<Record<string, unknown>>

  constructor({ code, msg, data }: Envelope<Failure>) {
    super(msg)
    this.code = code
    const { error, resolution, ...details } = data
    this.key = error
    this.resolution = resolution
    this.details = details
  }
}
