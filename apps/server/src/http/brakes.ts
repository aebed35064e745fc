import { createHash } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import type { Caller } from '@octet/core/endpoint.ts'
import { Allowance, createAllowanceTable, readSeed, type Taken } from './allowance.ts'
import { toClientKey, toNeighbourhood } from './caller.ts'

/**
 * Attempts to log in: of one client for one address, of one client in all, and of its neighbourhood; second factors that are
 * tried for one account; mails, messages, test alerts and messages sent again that one client may cause, and maps and inputs that are kept for it; network probes of a
 * client without an account, and single proofs of work.
 */
const LIMITS = {
  address: { burst: 6, unitsPerSecond: 1 / 20 },
  client: { burst: 60, unitsPerSecond: 1 / 5 },
  network: { burst: 300, unitsPerSecond: 1 },
  /** From wherever they come: six digits can be guessed by who has the password and many addresses. */
  code: { burst: 10, unitsPerSecond: 1 / 300 },
  mail: { burst: 20, unitsPerSecond: 20 / 86_400 },
  message: { burst: 5, unitsPerSecond: 5 / 3_600 },
  /** Each of them may lie half a megabyte in the database for a month. */
  map: { burst: 60, unitsPerSecond: 60 / 86_400 },
  /** In weeks of 64 KB: they cannot be read here, and all clients share one gigabyte. */
  keep: { burst: 60, unitsPerSecond: 60 / 86_400 },
  probe: { burst: 120, unitsPerSecond: 1 / 2 },
  /** Test alerts: each is a request to wherever somebody wants. */
  trial: { burst: 10, unitsPerSecond: 10 / 3_600 },
  /** Messages that are sent again: each is tried as often as a new one. All that a monitor shows, and some more. */
  again: { burst: 30, unitsPerSecond: 30 / 3_600 },
  /** Longer than any proof lives, so that each counts once. */
  proof: { burst: 1, unitsPerSecond: 1 / 900 },
} as const

/** So many clients may take their whole share in one neighbourhood: a site is given 65,536 networks of IPv6 (RFC 6177). */
const NEIGHBOURS = 20

type Kind = keyof typeof LIMITS
const KINDS = Object.keys(LIMITS) as Kind[]

/** Memory of the brakes, one for all threads. */
export type BrakeTables = Readonly<Record<Kind, SharedArrayBuffer>>

export function createBrakeTables(): BrakeTables {
  return Object.fromEntries(KINDS.map((kind) => [kind, createAllowanceTable()])) as BrakeTables
}

/** Slows down who guesses passwords or floods with mail; somebody else's client is not slowed for it. */
export class Brakes {
  readonly #allowances: Readonly<Record<Kind, Allowance>>
  #secret: string

  constructor(tables: BrakeTables = createBrakeTables()) {
    this.#secret = toSecret(tables)
    const entries = KINDS.map((kind) => [kind, new Allowance({ ...LIMITS[kind], table: tables[kind] })])
    this.#allowances = Object.fromEntries(entries) as Record<Kind, Allowance>
  }

  /** Known to all threads, and with Redis to all machines, and to nobody else; made from the seeds of the tables. */
  get secret(): string {
    return this.#secret
  }

  /** Takes the secret that all machines have. */
  useSecret(secret: string): void {
    this.#secret = secret
  }

  /** What machines share, by name. */
  get shared(): ReadonlyMap<string, Allowance> {
    return new Map(KINDS.map((kind) => [`brake-${kind}`, this.#allowances[kind]]))
  }

  /** Counts an attempt to log in. Throws `too_many_requests`. */
  logIn(caller: Caller, email: string): void {
    const client = toClientKey(caller.address)
    this.#take('network', toNeighbourhood(client))
    this.#take('client', client)
    this.#take('address', `${client} ${email.normalize('NFKC').trim().toLowerCase()}`)
  }

  /** Counts a second factor that is tried for an account. Throws `too_many_requests`. */
  code(accountId: string): void {
    this.#take('code', accountId)
  }

  /** Forgets the tries for an account whose owner has come in. */
  repayCode(accountId: string): void {
    this.#allowances.code.forgive(accountId)
  }

  /** Counts a call that causes a mail. Throws `too_many_requests`. */
  mail(caller: Caller): void {
    this.#takeShare('mail', caller)
  }

  /** Counts a message to the operator. Throws `too_many_requests`. */
  message(caller: Caller): void {
    this.#takeShare('message', caller)
  }

  /** Counts a test alert, of a client and of its account. Throws `too_many_requests`. */
  trial(caller: Pick<Caller, 'address'>, accountId: string): void {
    this.#takeShare('trial', caller)
    this.#take('trial', accountId)
  }

  /** Counts a message that is to be sent again, of a client and of its account. Throws `too_many_requests`. */
  again(caller: Pick<Caller, 'address'>, accountId: string): void {
    this.#takeShare('again', caller)
    this.#take('again', accountId)
  }

  /** Counts a map that is to be kept. Throws `too_many_requests`. */
  map(caller: Pick<Caller, 'address'>): void {
    this.#takeShare('map', caller)
  }

  /** Counts an input that is to be kept for a link, by the room and the time it takes. Throws `too_many_requests`. */
  keep(caller: Pick<Caller, 'address'>, { bytes, days }: { bytes: number; days: number }): void {
    this.#takeShare('keep', caller, Math.ceil((bytes / 65_536) * (days / 7)))
  }

  /** Takes units of the network tools for a client without an account. For one that has just worked neighbours do not count. */
  probe(client: string, units: number, { hasWorked = false } = {}): Taken {
    const { probe } = this.#allowances
    const near = hasWorked ? undefined : probe.take(toNeighbourhood(client), units / NEIGHBOURS)
    return near?.isAllowed === false ? near : probe.take(client, units)
  }

  /** Gives a client its whole share of the network tools again. */
  repayProbe(client: string): void {
    this.#allowances.probe.forgive(client)
  }

  /** Whether a proof has not been used before; from now on it has. */
  spendProof(nonce: string): boolean {
    return this.#allowances.proof.take(nonce).isAllowed
  }

  /** Takes from what a client has, and from what it and its neighbours have together. */
  #takeShare(kind: Kind, { address }: Pick<Caller, 'address'>, units = 1): void {
    const client = toClientKey(address)
    this.#take(kind, toNeighbourhood(client), units / NEIGHBOURS)
    this.#take(kind, client, units)
  }

  #take(kind: Kind, client: string, units = 1): void {
    const allowance = this.#allowances[kind]
    const { isAllowed, retryAfterSeconds } = allowance.take(client, units)
    if (isAllowed) return
    throw new AppError('too_many_requests', {
      limit: allowance.usual.burst,
      window: allowance.windowSeconds,
      retryAfter: Math.max(1, retryAfterSeconds),
    })
  }
}

function toSecret(tables: BrakeTables): string {
  const hash = createHash('sha256')
  for (const kind of KINDS) hash.update(readSeed(tables[kind]))
  return hash.digest('base64url')
}
