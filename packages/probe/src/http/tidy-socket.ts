import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Text } from '@octet/core/text.ts'
import { describeForeign } from './foreign-answer.ts'
import { TidyChunks } from './tidy-chunks.ts'
import { HeadError, readHead, type Flaw, type ResponseHead } from './response-head.ts'

/** Interim answers, and heads of white space alone, that are passed over; more are the parser's to judge. */
const MAX_PASSED = 20
/** Lines in the heads of an answer, interim ones too. Browsers count bytes alone (256 KB), nginx a page of memory: 1,000 lines. */
const MAX_LINES = 5_000
const HEAD_END = /\n\r?\n/
/** What may stand of the end of a head in one piece before its rest comes in another. */
const CARRY = 2
const BEGINNING = 'HTTP/'
const LF = 0x0a
const CR = 0x0d

/**
 * A connection to a web server whose answer reaches a strict parser in the form it wants, however it was written: its head, and
 * the lines between chunks.
 */
export class TidySocket extends Duplex {
  readonly #socket: Socket
  readonly #maxHeadBytes: number
  /** What has come of a head; undefined once the answer itself goes through. */
  #pieces: Buffer[] | undefined = []
  #sizeBytes = 0
  #carried = ''
  #beginning = ''
  #passed = 0
  #lines = 0
  #emptyBytes = 0
  #head: ResponseHead | undefined
  #chunks: TidyChunks | undefined
  #isEnded = false

  constructor(socket: Socket, { maxHeadBytes }: { maxHeadBytes: number }) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.#maxHeadBytes = maxHeadBytes
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('end', () => this.#end())
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.#isEnded || this.destroy())
  }

  /** What the server has written so far that is not allowed. */
  get flaws(): readonly Flaw[] {
    return [...(this.#head?.flaws ?? []), ...(this.#chunks?.flaws ?? [])]
  }

  /** The headers as the server wrote them, where they had to be put in order. */
  get written(): ResponseHead['headers'] | undefined {
    return this.#head && this.#head.flaws.length > 0 ? this.#head.headers : undefined
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #take(bytes: Buffer): void {
    if (!this.#pieces) return this.#pass(bytes)
    const chunk = this.#sizeBytes === 0 ? this.#skipEmptyLines(bytes) : bytes
    if (chunk.length === 0) return
    const seen = this.#carried + chunk.toString('latin1')
    const end = HEAD_END.exec(seen)
    this.#pieces.push(chunk)
    this.#sizeBytes += chunk.length
    this.#carried = seen.slice(-CARRY)
    if (end) return this.#readHead(this.#sizeBytes - (seen.length - end.index - end[0].length))
    if (this.#beginning.length < BEGINNING.length)
      this.#beginning = (this.#beginning + chunk.toString('latin1', 0, 64)).trimStart().slice(0, BEGINNING.length)
    if (!isBegun(this.#beginning)) this.destroy(new HeadError(describeForeign(Buffer.concat(this.#pieces))))
    else if (this.#sizeBytes > this.#maxHeadBytes) this.#passAll()
  }

  /** Empty lines before a head are nothing (RFC 9112 §2.2), however many there are, up to the size of a head. */
  #skipEmptyLines(bytes: Buffer): Buffer {
    const start = bytes.findIndex((byte) => byte !== LF && byte !== CR)
    this.#emptyBytes += start < 0 ? bytes.length : start
    if (this.#emptyBytes > this.#maxHeadBytes) this.destroy(new HeadError(describeForeign(bytes)))
    return start < 0 ? Buffer.alloc(0) : bytes.subarray(start)
  }

  /** Reads a head that has come as a whole, and what is behind it where the head was of an interim answer, or none at all. */
  #readHead(sizeBytes: number): void {
    const bytes = Buffer.concat(this.#pieces!)
    const raw = bytes.toString('latin1', 0, sizeBytes)
    try {
      this.#lines += countLines(bytes.subarray(0, sizeBytes))
      if (this.#lines > MAX_LINES) throw new HeadError(toTooMany(this.#lines))
      const head = sizeBytes > this.#maxHeadBytes ? undefined : readHead(raw)
      if ((raw.trim() === '' || isInterim(head)) && ++this.#passed <= MAX_PASSED)
        return this.#startAnew(bytes.subarray(sizeBytes))
      if (!head && !isBegun(raw.trimStart())) throw new HeadError(describeForeign(bytes))
      this.#head = head
      this.#pieces = undefined
      this.push(head && head.flaws.length > 0 ? Buffer.from(head.text, 'latin1') : bytes.subarray(0, sizeBytes))
      if (head?.isChunked) this.#chunks = new TidyChunks()
      if (bytes.length > sizeBytes) this.#pass(bytes.subarray(sizeBytes))
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  #startAnew(rest: Buffer): void {
    this.#pieces = []
    this.#sizeBytes = 0
    this.#carried = ''
    this.#beginning = ''
    if (rest.length > 0) this.#take(rest)
  }

  #passAll(): void {
    const bytes = Buffer.concat(this.#pieces!)
    this.#pieces = undefined
    if (bytes.length > 0) this.#pass(bytes)
  }

  #pass(chunk: Buffer): void {
    const tidy = this.#chunks?.take(chunk) ?? chunk
    if (tidy.length > 0 && !this.push(tidy)) this.#socket.pause()
  }

  #end(): void {
    this.#isEnded = true
    if (this.#sizeBytes > 0 && this.#pieces) this.destroy(new HeadError(TORN))
    else this.push(null)
  }
}

/** Whether a text can be that of an answer as far as it has come, or begins as one. */
const isBegun = (text: string): boolean => BEGINNING.startsWith(text.slice(0, BEGINNING.length).toUpperCase())

/** Interim answers come before the one that is asked for, such as 100 and 103; 101 is the last one (RFC 9110 §15.2). */
const isInterim = (head: ResponseHead | undefined): boolean =>
  head !== undefined && head.status >= 100 && head.status < 200 && head.status !== 101

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte === LF) count++
  return count
}

const toTooMany = (lines: number): Text => ({
  en: `headers of ${lines} lines, of which we read ${MAX_LINES} at most`,
  zh: `多达 ${lines} 行的响应头，本站最多读取 ${MAX_LINES} 行`,
})

const TORN = {
  en: 'only a part of its headers, and closed the connection',
  zh: '不完整的响应头，随后关闭了连接',
}
