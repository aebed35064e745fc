import type { Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import { Waker } from '../tcp/waker.ts'
import { toUint32 } from './wire.ts'

/** The largest packet that every side must take (RFC 4253 §6.1), and some more. */
const MAX_PACKET_BYTES = 65_536
/** What may stand before the line with the version (RFC 4253 §4.2). */
const MAX_GREETING_BYTES = 16_384
/** What has come and nobody has read. */
const MAX_WAITING_BYTES = 4 * MAX_PACKET_BYTES
const BLOCK_BYTES = 8
const LEAST_PADDING = 4
const IGNORED = new Set([2, 3, 4]) // IGNORE, UNIMPLEMENTED, DEBUG
const DISCONNECT = 1

export const NO_SSH = { en: 'what answers there is not SSH', zh: '该端口上的服务不是 SSH' }

/** The beginning of a connection of SSH, before anything is encrypted (RFC 4253 §4.2, §6). */
export class Transport implements Disposable {
  readonly #socket: Socket
  readonly #waker: Waker
  #bytes = Buffer.alloc(0)
  #isOver = false

  constructor(socket: Socket, timeoutMs: number) {
    this.#socket = socket
    this.#waker = new Waker(timeoutMs)
    const end = () => {
      this.#isOver = true
      this.#waker.wake()
    }
    socket
      .on('data', (chunk: Buffer) => {
        this.#bytes = Buffer.concat([this.#bytes, chunk])
        if (this.#bytes.length > MAX_WAITING_BYTES) socket.destroy()
        this.#waker.wake()
      })
      .on('error', end)
      .once('close', end)
  }

  /** The server's line with its version, without its end. */
  async readVersion(): Promise<string> {
    let read = 0
    for (;;) {
      const end = this.#bytes.indexOf(10)
      if (read + Math.max(end, 0) > MAX_GREETING_BYTES || (end === -1 && this.#bytes.length > MAX_GREETING_BYTES))
        throw new AppError('target_failed', { reason: NO_SSH })
      if (end === -1) {
        await this.#wait()
        continue
      }
      const line = this.#bytes.subarray(0, end).toString('latin1').replace(/\r$/, '')
      read += end + 1
      this.#bytes = this.#bytes.subarray(end + 1)
      if (line.startsWith('SSH-')) return line
      // Servers of HTTP, mail and the like speak in other ways; lines before the version are rare.
      if (/^(?:HTTP\/|\d{3}[ -]|\* OK|\+OK)/.test(line)) throw new AppError('target_failed', { reason: NO_SSH })
    }
  }

  say(words: string): void {
    this.#socket.write(words)
  }

  /** Sends a packet in the open. */
  send(payload: Uint8Array): void {
    const bare = 5 + payload.length
    const padding = LEAST_PADDING + ((BLOCK_BYTES - ((bare + LEAST_PADDING) % BLOCK_BYTES)) % BLOCK_BYTES)
    const head = Buffer.concat([toUint32(1 + payload.length + padding), Buffer.of(padding)])
    this.#socket.write(Buffer.concat([head, payload, randomBytes(padding)]))
  }

  /** What the next packet holds that means something. Throws `target_failed` for a goodbye. */
  async readPacket(): Promise<Buffer> {
    for (;;) {
      await this.#need(5)
      const size = this.#bytes.readUInt32BE()
      if (size < 2 || size > MAX_PACKET_BYTES) throw new AppError('target_failed', { reason: NO_SSH })
      await this.#need(4 + size)
      const padding = this.#bytes[4]!
      const payload = Buffer.from(this.#bytes.subarray(5, Math.max(5, 4 + size - padding)))
      this.#bytes = this.#bytes.subarray(4 + size)
      if (payload[0] === DISCONNECT) throw toGoodbye(payload)
      if (payload.length > 0 && !IGNORED.has(payload[0]!)) return payload
    }
  }

  async #need(size: number): Promise<void> {
    while (this.#bytes.length < size) await this.#wait()
  }

  async #wait(): Promise<void> {
    if (this.#isOver) throw new AppError('target_failed', { reason: ENDED })
    await this.#waker.wait()
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }
}

const ENDED = { en: 'the server ended the connection', zh: '服务器断开了连接' }

/** A server that is tired of strangers says why in words of its own (RFC 4253 §11.1). */
function toGoodbye(payload: Buffer): AppError {
  const said = payload.length > 9 ? payload.subarray(9, 9 + payload.readUInt32BE(5)).toString('latin1') : ''
  const words = said.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 100)
  const reason = words ? { en: `${ENDED.en}: ${words}`, zh: `${ENDED.zh}：${words}` } : ENDED
  return new AppError('target_failed', { reason })
}
