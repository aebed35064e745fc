import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RefusedDataError, UnreachableError } from '../fetch-file.ts'

export type PullOptions = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Where the whole, checked file goes. What came so far lies beside it as `.part`. */
  readonly into: string
  /** Expected SHA-256 in hexadecimal; that of the answer's `X-Checksum-SHA256` unless given. */
  readonly sha256?: string | undefined
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((doneBytes: number, totalBytes: number) => void) | undefined
  /** Without a byte for so long the other side counts as gone; 30 s unless given. */
  readonly silenceMs?: number | undefined
  /** How often a broken line is taken up again without a new byte; 5 unless given. */
  readonly tries?: number | undefined
}

const SILENCE_MS = 30_000
const TRIES = 5
const PAUSE_MS = 500
/** So much of an error answer is read for what it says. */
const ERROR_BYTES = 64_000

/**
 * Fetches a file to the end: a line that breaks is taken up where it broke (Range, If-Range), also by the next process.
 * The file takes its name only when it is whole and its checksum is right.
 *
 * @returns its size and checksum
 * @throws {UnreachableError} when it cannot be had; what came stays for the next attempt
 * @throws {RefusedDataError} when it is too large, has no checksum or the wrong one; what came is removed
 */
export async function pullFile(options: PullOptions): Promise<{ sizeBytes: number; sha256: string }> {
  const { into, signal, tries = TRIES } = options
  await mkdir(dirname(into), { recursive: true })
  const part = new Part(into)
  let expected: string | undefined
  for (let attempt = 1; ; attempt++) {
    const before = await part.size()
    try {
      expected = await fetchRest(part, options)
      break
    } catch (error) {
      if (error instanceof RefusedDataError) await part.remove()
      signal?.throwIfAborted()
      if (!isPassing(error)) throw error
      if ((await part.size()) > before) attempt = 0
      if (attempt >= tries) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
    }
  }
  const { sizeBytes, sha256 } = await part.hash()
  const wanted = options.sha256 ?? expected
  if (wanted === undefined || sha256 !== wanted) {
    await part.remove()
    throw new RefusedDataError(
      wanted === undefined ? 'expected a checksum, got none' : `expected SHA-256 ${wanted}, got ${sha256}`,
    )
  }
  await part.finish()
  return { sizeBytes, sha256 }
}

/** A broken line and a server that is busy pass; other answers do not change by asking again. */
function isPassing(error: unknown): boolean {
  return error instanceof UnreachableError && (error.status === undefined || error.status === 429 || error.status >= 500)
}

/** Appends what is missing; gives the checksum that the answer names. */
async function fetchRest(part: Part, options: PullOptions): Promise<string | undefined> {
  const { url, headers, maxBytes, signal, onProgress, silenceMs = SILENCE_MS } = options
  const have = await part.resumable()
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const answer = await fetch(url, {
      headers: { ...headers, ...(have && { range: `bytes=${have.sizeBytes}-`, 'if-range': have.etag }) },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    })
    // Nothing is missing.
    if (answer.status === 416 && have) return answer.headers.get('x-checksum-sha256') ?? undefined
    if (!answer.ok || !answer.body) throw await toUnreachable(answer)
    let doneBytes = answer.status === 206 ? have!.sizeBytes : 0
    const totalBytes = doneBytes + Number(answer.headers.get('content-length') ?? 0)
    if (totalBytes > maxBytes) throw new RefusedDataError(`expected at most ${maxBytes} bytes, got ${totalBytes}`)
    await using file = await part.begin(doneBytes, answer.headers.get('etag'))
    for await (const chunk of answer.body) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      doneBytes += chunk.length
      if (doneBytes > maxBytes) throw new RefusedDataError(`expected at most ${maxBytes} bytes, got more`)
      await file.write(chunk)
      onProgress?.(doneBytes, totalBytes)
    }
    if (totalBytes > 0 && doneBytes < totalBytes) throw new UnreachableError(`expected ${totalBytes} bytes, got ${doneBytes}`)
    return answer.headers.get('x-checksum-sha256') ?? undefined
  } catch (cause) {
    if (cause instanceof UnreachableError || cause instanceof RefusedDataError) throw cause
    // A full disk is no matter of the line.
    if (typeof (cause as NodeJS.ErrnoException).syscall === 'string' && (cause as NodeJS.ErrnoException).code === 'ENOSPC')
      throw cause
    signal?.throwIfAborted()
    throw new UnreachableError(`${url} cannot be had: ${toReason(cause, silence.signal.aborted)}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** What the other side said, as an error. */
export async function toUnreachable(answer: Response): Promise<UnreachableError> {
  const text = await readStart(answer).catch(() => '')
  const said = /"msg":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  return new UnreachableError(`expected HTTP status 200, got ${answer.status}${said ? `: ${said}` : ''}`, {
    status: answer.status,
  })
}

/** An error page may have no end. */
async function readStart(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk)
    if ((sizeBytes += chunk.length) >= ERROR_BYTES) break
  }
  return Buffer.concat(chunks).toString()
}

function toReason(cause: unknown, isSilent: boolean): string {
  if (isSilent) return 'nothing came for too long'
  const error = cause as Error & { cause?: Error }
  return error.cause?.message ?? error.message
}

/** What came of a file so far, and the entity tag of what it is a part of. */
class Part {
  readonly #into: string
  readonly #path: string
  readonly #tagPath: string

  constructor(into: string) {
    this.#into = into
    this.#path = `${into}.part`
    this.#tagPath = `${into}.part.etag`
  }

  async size(): Promise<number> {
    return stat(this.#path).then(
      ({ size }) => size,
      () => 0,
    )
  }

  /** What may be gone on with: without a strong entity tag nothing may (RFC 9110 §13.1.5). */
  async resumable(): Promise<{ sizeBytes: number; etag: string } | undefined> {
    const sizeBytes = await this.size()
    const etag = await readFile(this.#tagPath, 'utf8').catch(() => '')
    return sizeBytes > 0 && etag.startsWith('"') ? { sizeBytes, etag } : undefined
  }

  /** Opens it for what comes next, cut to the bytes that are good. */
  async begin(goodBytes: number, etag: string | null) {
    await writeFile(this.#tagPath, etag ?? '')
    const file = await open(this.#path, goodBytes > 0 ? 'r+' : 'w')
    let at = goodBytes
    return {
      async write(chunk: Uint8Array) {
        for (let done = 0; done < chunk.length;)
          done += (await file.write(chunk, done, chunk.length - done, at + done)).bytesWritten
        at += chunk.length
      },
      [Symbol.asyncDispose]: () => file.close(),
    }
  }

  async hash(): Promise<{ sizeBytes: number; sha256: string }> {
    const hash = createHash('sha256')
    let sizeBytes = 0
    for await (const chunk of createReadStream(this.#path, { highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer)
      sizeBytes += (chunk as Buffer).length
    }
    return { sizeBytes, sha256: hash.digest('hex') }
  }

  async finish(): Promise<void> {
    {
      await using file = await open(this.#path, 'r+')
      await file.sync()
    }
    await rename(this.#path, this.#into)
    await rm(this.#tagPath, { force: true })
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
    await rm(this.#tagPath, { force: true })
  }
}
