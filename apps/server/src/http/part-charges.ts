import type { ServerResponse } from 'node:http'
import type { Reservation } from '../domain/usage/reservation.ts'
import type { Part } from './settle-stream.ts'
import { whenClosed } from './when-closed.ts'

/** Units that are taken for a part. */
type Taken = { readonly reservation: Pick<Reservation, 'settle' | 'giveBack'>; readonly units: number }
/** Those of a part, and where in the stream it begins and ends, in bytes. */
type Waiting = { readonly start: number; readonly end: number; readonly taken: readonly Taken[] }

/**
 * The units of a stream, which is made ahead of its reader: those of a part are charged when the system has taken its bytes.
 * When the client leaves, a part is charged as far as it was given to the connection, and the rest is given back.
 */
export class PartCharges {
  #open: Taken[] = []
  readonly #waiting: Waiting[] = []
  #madeBytes = 0
  #givenBytes = 0
  /** Nothing leaves any more. */
  #isOver = false

  /** Units of the part that comes next. */
  add(reservation: Taken['reservation'], units: number): void {
    if (this.#isOver) reservation.giveBack()
    else this.#open.push({ reservation, units })
  }

  /** A part is complete and goes on its way. */
  close(part: Part): void {
    const start = this.#madeBytes
    this.#madeBytes += Buffer.byteLength(part)
    if (this.#open.length > 0) this.#waiting.push({ start, end: this.#madeBytes, taken: this.#open })
    this.#open = []
  }

  /** Charges the parts as they leave by a response, and gives the rest back at its end. */
  watch(raw: ServerResponse): void {
    const write = raw.write.bind(raw) as (chunk: Part, done: () => void) => boolean
    // `pipe` calls it with nothing but a chunk. A connection that breaks ends the write as well, without an error.
    raw.write = (chunk: Part) => {
      this.#givenBytes += Buffer.byteLength(chunk)
      const end = this.#givenBytes
      return write(chunk, () => {
        if (!raw.destroyed) this.#settleUpTo(end)
      })
    }
    raw.once('finish', () => this.#settleUpTo(this.#givenBytes))
    whenClosed(raw, () => {
      this.#settleUpTo(this.#givenBytes)
      this.#settleBegun()
      this.giveBack()
    })
  }

  /** Charges all. */
  settle(): void {
    this.#settleUpTo(this.#madeBytes)
    for (const { reservation } of this.#open.splice(0)) reservation.settle(200)
  }

  /** Gives back what has not been charged. */
  giveBack(): void {
    this.#isOver = true
    for (const { taken } of this.#waiting.splice(0)) for (const { reservation } of taken) reservation.giveBack()
    for (const { reservation } of this.#open.splice(0)) reservation.giveBack()
  }

  #settleUpTo(end: number): void {
    while (this.#waiting[0] && this.#waiting[0].end <= end)
      for (const { reservation } of this.#waiting.shift()!.taken) reservation.settle(200)
  }

  /** The part of which some has been given to the connection is charged for as much of it: its lines are of about one length. */
  #settleBegun(): void {
    const [begun] = this.#waiting
    if (!begun || begun.start >= this.#givenBytes) return
    this.#waiting.shift()
    const share = (this.#givenBytes - begun.start) / (begun.end - begun.start)
    for (const { reservation, units } of begun.taken) reservation.settle(200, Math.ceil(units * share))
  }
}
