import type { Socket } from 'node:net'
import { Waker } from './waker.ts'

const MAX_BYTES = 16_384

/** A whole answer of SMTP or FTP: its last line has no hyphen behind the code, and may end there (RFC 5321 §4.2). */
export const REPLY = /^\d{3}(?: [^\r\n]*)?\r?\n/m

/** Question and answer on a socket, in plain or secured. Texts are Latin-1, a byte each. */
export class Talk {
  readonly #socket: Socket
  readonly #waker: Waker
  #bytes = Buffer.alloc(0)
  #isOver = false
  lastWords = ''

  constructor(socket: Socket, timeoutMs: number) {
    this.#socket = socket
    this.#waker = new Waker(timeoutMs)
    // one that talked before has paused it
    socket.on('data', this.#take).once('close', this.#close).resume()
  }

  say(words: string | Uint8Array): void {
    this.#socket.write(words)
  }

  /** What has come, as soon as it has this in it; what comes behind is forgotten, since nothing may stand before the handshake. */
  read(wanted: RegExp): Promise<string> {
    return this.readBytes((bytes) => wanted.test(bytes.toString('latin1')))
  }

  async readBytes(isWhole: (bytes: Buffer) => boolean): Promise<string> {
    while (!isWhole(this.#bytes)) {
      if (this.#isOver || this.#bytes.length > MAX_BYTES) return this.#give()
      await this.#waker.wait()
    }
    return this.#give()
  }

  end(): void {
    this.#socket.off('data', this.#take).off('close', this.#close).pause()
  }

  readonly #take = (chunk: Buffer) => {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    this.#waker.wake()
  }
  readonly #close = () => {
    this.#isOver = true
    this.#waker.wake()
  }

  #give(): string {
    const words = this.#bytes.toString('latin1')
    this.#bytes = Buffer.alloc(0)
    this.lastWords = words
      .replaceAll(/[^\x20-\x7e]+/g, ' ')
      .trim()
      .slice(0, 100)
    return words
  }
}
