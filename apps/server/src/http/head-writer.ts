import type { HotReply } from './hot-answer.ts'
import { putUuid } from './put-uuid.ts'

/** Bytes that stand before the lines which are the same on all answers, at most. */
const MAX_OTHER_BYTES = 600

const toBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const ID = toBytes('x-request-id: ')
const POLICY = toBytes('\r\nratelimit-policy: ')
const LIMIT = { address: toBytes('\r\nratelimit: "address";r='), key: toBytes('\r\nratelimit: "key";r=') } as const
const RESET = toBytes(';t=')
const BUILD = toBytes('\r\nx-data-build: ')
const USED = toBytes('\r\nx-credits-used: 1\r\nx-credits-limit: ')
const LEFT = toBytes('\r\nx-credits-remaining: ')
const LENGTH = toBytes('\r\ncontent-length: ')
const LINE_END = toBytes('\r\n')

/**
 * Writes the heads of lookups, the same lines as {@link toHeaders} gives. They go into bytes one by one: as one text they
 * would be half of all that a request leaves to be collected.
 */
export class HeadWriter {
  readonly #bytes: Buffer
  readonly #fixedEnd: number
  readonly #keepAlive: string
  #at = 0
  #second = 0
  #kept = toBytes('')
  #last = toBytes('')

  /** `fixed` are the headers of every answer (name, value, …); connections stay open for `idleMs`. */
  constructor(fixed: readonly string[], idleMs: number) {
    const start = toBytes(`HTTP/1.1 200 OK\r\n${toLines(fixed)}`)
    this.#fixedEnd = start.length
    this.#bytes = Buffer.alloc(start.length + MAX_OTHER_BYTES)
    this.#bytes.set(start)
    this.#keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idleMs / 1_000)}\r\n\r\n`
  }

  /** Bytes that must be free before a body. */
  get room(): number {
    return this.#bytes.length
  }

  /** Puts the head of an answer right before its body, which begins at `body`. Gives where the head begins. */
  put(target: Buffer, body: number, { bodyEnd, build, taken, reservation }: HotReply, isKept: boolean): number {
    this.#tick()
    this.#at = this.#fixedEnd
    this.#put(ID)
    this.#at = putUuid(this.#bytes, this.#at)
    this.#put(POLICY)
    this.#at += this.#bytes.write(taken.pace.policy, this.#at, 'latin1')
    this.#put(LIMIT[taken.pace.name])
    this.#putNumber(taken.remaining)
    this.#put(RESET)
    this.#putNumber(taken.resetSeconds)
    this.#put(BUILD)
    this.#at += this.#bytes.write(build, this.#at, 'latin1')
    if (reservation) {
      this.#put(USED)
      this.#putNumber(reservation.quota)
      this.#put(LEFT)
      this.#putNumber(Math.max(0, reservation.remaining))
    }
    this.#put(LENGTH)
    this.#putNumber(bodyEnd - body)
    this.#put(LINE_END)
    this.#put(isKept ? this.#kept : this.#last)
    this.#bytes.copy(target, body - this.#at, 0, this.#at)
    return body - this.#at
  }

  #put(piece: Uint8Array): void {
    const bytes = this.#bytes
    const at = this.#at
    for (let i = 0; i < piece.length; i++) bytes[at + i] = piece[i]!
    this.#at = at + piece.length
  }

  /** Whole numbers from 0 on. */
  #putNumber(value: number): void {
    const bytes = this.#bytes
    let end = this.#at + 1
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end++
    this.#at = end
    for (let rest = value, at = end - 1; at >= end - 20; at--) {
      const tens = Math.floor(rest / 10)
      bytes[at] = 48 + (rest - tens * 10)
      if (tens === 0) return
      rest = tens
    }
  }

  #tick(): void {
    const now = Math.floor(Date.now() / 1_000)
    if (now === this.#second) return
    this.#second = now
    const date = `Date: ${new Date(now * 1_000).toUTCString()}\r\n`
    this.#kept = toBytes(date + this.#keepAlive)
    this.#last = toBytes(`${date}Connection: close\r\n\r\n`)
  }
}

function toLines(headers: readonly string[]): string {
  let text = ''
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`
  return text
}
