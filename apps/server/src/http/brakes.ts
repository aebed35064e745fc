import { AppError } from '@octet/core/errors.ts'
import type { Caller } from '@octet/core/endpoint.ts'
import { Allowance } from './allowance.ts'
import { toClientKey } from './caller.ts'

/** Attempts to log in: of one client for one address, and of one client in all; mails that one client may cause. */
const LIMITS = {
  address: { burst: 6, unitsPerSecond: 1 / 20 },
  client: { burst: 60, unitsPerSecond: 1 / 5 },
  mail: { burst: 50, unitsPerSecond: 50 / 86_400 },
} as const

/** Slows down who guesses passwords or floods with mail; somebody else's client is not slowed for it. */
export class Brakes {
  readonly #allowances = {
    address: new Allowance(LIMITS.address),
    client: new Allowance(LIMITS.client),
    mail: new Allowance(LIMITS.mail),
  }

  /** Counts an attempt to log in. Throws `too_many_requests`. */
  logIn(caller: Caller, email: string): void {
    const client = toClientKey(caller.address)
    this.#take('client', client)
    this.#take('address', `${client} ${email.normalize('NFKC').trim().toLowerCase()}`)
  }

  /** Counts a call that causes a mail. Throws `too_many_requests`. */
  mail(caller: Caller): void {
    this.#take('mail', toClientKey(caller.address))
  }

  #take(kind: keyof typeof LIMITS, client: string): void {
    const allowance = this.#allowances[kind]
    const { isAllowed, retryAfterSeconds } = allowance.take(client)
    if (isAllowed) return
    throw new AppError('too_many_requests', {
      limit: allowance.burst,
      window: allowance.windowSeconds,
      retryAfter: Math.max(1, retryAfterSeconds),
    })
  }
}
