import type { ServerResponse } from 'node:http'
import type { HeldUnits } from '@octet/core/endpoint.ts'
import type { Part } from './settle-stream.ts'

/** The units of a part, and how many bytes the stream has up to its end. */
type Waiting = { readonly end: number; readonly units: readonly HeldUnits[] }

/**
 * The units of a stream, which is made ahead of its reader: those of a part are charged when the system has taken its bytes.
 * When the client leaves, the part that is just being handed over is charged as well, since the system may have taken most
 * of it, and the rest is given back.
 */
export class PartCharges {
  #open: HeldUnits[] = []
  readonly #waiting: Waiting[] = []
  #madeBytes = 0
  #givenBytes = 0
  /** Nothing leaves any more. */
  #isOver = false

  /** Units of the part that comes next. */
  add(units: HeldUnits): void {
    if (this.#isOver) units.giveBack()
    else this.#open.push(units)
  }

  /** A part is complete and goes on its way. */
  close(part: Part): void {
    this.#madeBytes += Buffer.byteLength(part)
    if (this.#open.length > 0) this.#waiting.push({ end: this.#madeBytes, units: this.#open })
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
    raw.once('close', () => {
      this.#settleUpTo(this.#givenBytes)
      this.giveBack()
    })
  }

  /** Charges all. */
  settle(): void {
    this.#settleUpTo(this.#madeBytes)
    for (const units of this.#open.splice(0)) units.settle(200)
  }

  /** Gives back what has not been charged. */
  giveBack(): void {
    this.#isOver = true
    for (const { units } of this.#waiting.splice(0)) for (const held of units) held.giveBack()
    for (const held of this.#open.splice(0)) held.giveBack()
  }

  #settleUpTo(end: number): void {
    while (this.#waiting[0] && this.#waiting[0].end <= end) for (const held of this.#waiting.shift()!.units) held.settle(200)
  }
}
