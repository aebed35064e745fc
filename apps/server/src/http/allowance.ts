import { randomBytes } from 'node:crypto'

export type AllowanceOptions = {
  /** Units refilled per second and client. */
  readonly unitsPerSecond: number
  /** Units that may be taken at once. */
  readonly burst: number
  /** Table shared with the other threads of the process; see {@link createAllowanceTable}. */
  readonly table?: SharedArrayBuffer
}

/** How fast a client may go. In whatever time one is refilled, all are, so that they share a table. */
export type Pace = {
  readonly unitsPerSecond: number
  readonly unitMicros: number
  /** Units that may be taken at once. */
  readonly burst: number
  /** What is limited, in the words of headers. */
  readonly name: 'address' | 'key'
  /** Value of the `RateLimit-Policy` header (draft-ietf-httpapi-ratelimit-headers). */
  readonly policy: string
}

export type Taken = {
  readonly isAllowed: boolean
  readonly pace: Pace
  /** Units left right now. */
  readonly remaining: number
  /** Seconds until the allowance is whole again. */
  readonly resetSeconds: number
  /** Seconds until these units could be taken; 0 when they were. */
  readonly retryAfterSeconds: number
}

const SLOTS = 1 << 16
const PROBES = 8

/** Memory for 65,536 clients: per slot a 64-bit tag and the theoretical arrival time in microseconds; the seed lies behind. */
export function createAllowanceTable(): SharedArrayBuffer {
  const table = new SharedArrayBuffer(SLOTS * 16 + 8)
  new Uint8Array(table, SLOTS * 16).set(randomBytes(8))
  return table
}

/** The random bytes of a table: the same in every thread that shares it. */
export function readSeed(table: SharedArrayBuffer): Uint8Array {
  return Uint8Array.from(new Uint8Array(table, SLOTS * 16, 8))
}

/**
 * Rate limit by the generic cell rate algorithm (ITU-T I.371) on the monotonic clock, shared by all threads of a
 * process without locks. When a neighbourhood of the table is full, the client idle for longest is forgotten.
 */
export class Allowance {
  readonly #cells: BigInt64Array
  /** The same in halves, the lower one first as all processors of today have it, to compare tags without making numbers. */
  readonly #halves: Int32Array
  readonly #seed: [number, number]
  readonly #burstMicros: number
  /** What may be owed: several machines give up to a burst each before they hear of one another. */
  #mostMicros: number
  /** How many times its price a unit costs here. */
  #weight = 1
  /** Microseconds taken by each client since the last `collect`; undefined while nobody asks. */
  #taken: Map<string, number> | undefined
  #onForgiven: ((client: string) => void) | undefined
  /** Seconds in which a spent allowance is whole again. */
  readonly windowSeconds: number
  /** That of clients of whom nothing else is said. */
  readonly usual: Pace
  readonly #keyPaces = new Map<number, Pace>()
  readonly #usualPerSecond: number

  constructor({ unitsPerSecond, burst, table = createAllowanceTable() }: AllowanceOptions) {
    this.#cells = new BigInt64Array(table, 0, SLOTS * 2)
    this.#halves = new Int32Array(table, 0, SLOTS * 4)
    const seed = new Uint32Array(table, SLOTS * 16, 2)
    this.#seed = [seed[0] ?? 0, seed[1] ?? 0]
    this.#usualPerSecond = unitsPerSecond
    this.windowSeconds = Math.ceil(burst / unitsPerSecond)
    this.#burstMicros = burst * (1e6 / unitsPerSecond)
    this.#mostMicros = this.#burstMicros
    this.usual = this.#toPace(unitsPerSecond, 'address')
  }

  /** The pace of a key whose plan has so many units a second, or says nothing: never slower than that of an address. */
  toKeyPace(planPerSecond = 0): Pace {
    const unitsPerSecond = Math.max(planPerSecond, this.#usualPerSecond)
    let pace = this.#keyPaces.get(unitsPerSecond)
    if (!pace) this.#keyPaces.set(unitsPerSecond, (pace = this.#toPace(unitsPerSecond, 'key')))
    return pace
  }

  #toPace(unitsPerSecond: number, name: Pace['name']): Pace {
    const unitMicros = 1e6 / unitsPerSecond
    const burst = Math.max(1, Math.floor((this.#burstMicros / unitMicros) * (1 + Number.EPSILON * 4)))
    return { unitsPerSecond, unitMicros, burst, name, policy: `"${name}";q=${burst};w=${this.windowSeconds}` }
  }

  /** Takes units for a client, or says when they can be had. More than the burst can never be had at once and counts as the burst. */
  take(client: string, units = 1, pace = this.usual): Taken {
    const slot = this.#findSlot(client) * 2 + 1
    // without rounding: a whole burst is exactly all there is
    const wanted = units >= pace.burst ? this.#burstMicros : Math.min(units * pace.unitMicros * this.#weight, this.#burstMicros)
    for (;;) {
      const now = toMicros()
      const before = Atomics.load(this.#cells, slot)
      const owed = Math.max(0, Number(before) - now)
      // without the clock in the sum: a whole burst of who owes nothing is exactly 0 over, whatever the time is
      const over = owed + wanted - this.#burstMicros
      if (over > 0) return this.#toTaken(pace, owed, over)
      if (Atomics.compareExchange(this.#cells, slot, before, BigInt(Math.floor(now + owed + wanted))) !== before) continue
      this.#taken?.set(client, (this.#taken.get(client) ?? 0) + wanted)
      return this.#toTaken(pace, owed + wanted, 0)
    }
  }

  /**
   * Says how many machines keep this limit together. While they do not hear what the others give, a unit costs as much more
   * here as keeps all of them together at twice the limit at most.
   */
  setMachines(count: number, { hears }: { readonly hears: boolean }): void {
    this.#mostMicros = this.#burstMicros * count
    this.#weight = hears ? 1 : Math.max(1, count / 2)
  }

  /** Microseconds that a client may owe at most. */
  get mostMicros(): number {
    return this.#mostMicros
  }

  /** What this thread's clients have taken since the last call, in microseconds of refill; nothing the first time. */
  collect(): ReadonlyMap<string, number> {
    const taken = this.#taken ?? new Map<string, number>()
    this.#taken = new Map()
    return taken
  }

  /** Lets a client owe at least so much from now on: what it took elsewhere counts here. */
  raise(client: string, debtMicros: number): void {
    const slot = this.#findSlot(client) * 2 + 1
    const wanted = BigInt(Math.ceil(toMicros() + Math.min(debtMicros, this.#mostMicros)))
    for (;;) {
      const before = Atomics.load(this.#cells, slot)
      if (before >= wanted || Atomics.compareExchange(this.#cells, slot, before, wanted) === before) return
    }
  }

  /** Lets a client owe nothing from now on; other machines are told unless they have told us. */
  forgive(client: string, { isTold = false } = {}): void {
    Atomics.store(this.#cells, this.#findSlot(client) * 2 + 1, 0n)
    this.#taken?.delete(client)
    if (!isTold) this.#onForgiven?.(client)
  }

  /** Calls back for each client that is forgiven here. */
  onForgiven(hear: (client: string) => void): void {
    this.#onForgiven = hear
  }

  #toTaken(pace: Pace, debtMicros: number, overMicros: number): Taken {
    return {
      isAllowed: overMicros === 0,
      pace,
      remaining: Math.max(0, Math.floor((this.#burstMicros - debtMicros) / (pace.unitMicros * this.#weight))),
      resetSeconds: Math.ceil(debtMicros / 1e6),
      retryAfterSeconds: Math.ceil(overMicros / 1e6),
    }
  }

  #findSlot(client: string): number {
    const [index, high, low] = this.#toHash(client)
    if (this.#halves[index * 4] === low && this.#halves[index * 4 + 1] === high) return index // nearly always
    const tag = (BigInt(high) << 32n) | BigInt(low >>> 0)
    let oldest = index
    for (let step = 0; step < PROBES; step++) {
      const slot = (index + step) & (SLOTS - 1)
      const found = Atomics.compareExchange(this.#cells, slot * 2, 0n, tag)
      if (found === 0n || found === tag) return slot
      if (Atomics.load(this.#cells, slot * 2 + 1) < Atomics.load(this.#cells, oldest * 2 + 1)) oldest = slot
    }
    Atomics.store(this.#cells, oldest * 2, tag)
    Atomics.store(this.#cells, oldest * 2 + 1, 0n)
    return oldest
  }

  /** Slot, and the halves of the non-zero tag of a client: two seeded 32-bit FNV-1a hashes. */
  #toHash(client: string): [slot: number, high: number, low: number] {
    let [a, b] = this.#seed
    for (let i = 0; i < client.length; i++) {
      const code = client.charCodeAt(i)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code ^ (a >>> 13), 0x85ebca6b)
    }
    return [(a ^ (a >>> 15)) & (SLOTS - 1), a | 0, b | 1]
  }
}

function toMicros(): number {
  const [seconds, nanos] = process.hrtime()
  return seconds * 1e6 + nanos / 1e3
}
