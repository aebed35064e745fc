import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What was known of a file when it was last fetched: the validators of RFC 9110 §8.8. */
export type Validators = { readonly etag?: string | undefined; readonly lastModified?: string | undefined }

export type FetchedFile = Validators & { readonly sizeBytes: number; readonly sha256: string }

export type FetchOptions = {
  readonly url: string
  /** A folder or an address under which files lie as host/path; the real place unless given. */
  readonly mirror?: string | undefined
  /** Of the copy at hand; without it the file is fetched in any case. */
  readonly known?: Validators | undefined
  /** Where the bytes go. */
  readonly into: string
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  /** Without a byte for so long the other side counts as gone; 30 s unless given. */
  readonly silenceMs?: number | undefined
}

/** A file could not be had: nobody there, refused, cut off. The data themselves may be well. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined

  constructor(message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.status = options.status
  }
}

/** A file came that is not to be used. */
export class RefusedDataError extends Error {
  override readonly name = 'RefusedDataError'
}

const SILENCE_MS = 30_000
const TOTAL_MS = 15 * 60_000

/**
 * Fetches a file if it has changed; undefined when the copy at hand is still good.
 *
 * @throws {UnreachableError} when it cannot be had
 * @throws {RefusedDataError} when it is empty, larger than allowed, or a web page
 */
export async function fetchFile(options: FetchOptions): Promise<FetchedFile | undefined> {
  const folder = toMirrorFolder(options.mirror)
  const fetched = folder === undefined ? await fetchFromWeb(options) : await fetchFromFolder(folder, options)
  if (fetched?.sizeBytes === 0) throw new RefusedDataError('expected data, got an empty file')
  return fetched
}

/** `https://host/a/b` → `host/a/b`; what ends in a slash is the index file of a folder. */
function toMirrorPath(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}${pathname.endsWith('/') ? 'index.html' : ''}`
}

/** The folder that a mirror is; undefined for one on the web, and for none. */
export function toMirrorFolder(mirror: string | undefined): string | undefined {
  if (mirror === undefined || /^https?:/.test(mirror)) return undefined
  return mirror.startsWith('file:') ? fileURLToPath(mirror) : mirror
}

async function fetchFromFolder(folder: string, options: FetchOptions): Promise<FetchedFile | undefined> {
  const path = join(folder, toMirrorPath(options.url))
  const entry = await stat(path).catch((cause: unknown) => {
    throw new UnreachableError(`${toMirrorPath(options.url)} is not in the mirror`, { cause, status: 404 })
  })
  if (!entry.isFile()) throw new UnreachableError(`${toMirrorPath(options.url)} is not a file in the mirror`, { status: 404 })
  const validators = { etag: `W/"${entry.size}-${entry.mtimeMs}"`, lastModified: entry.mtime.toUTCString() }
  if (options.known?.etag === validators.etag) return undefined
  const stored = await store(createReadStream(path, { highWaterMark: 1 << 18 }), options, options.signal)
  return { ...stored, ...validators }
}

async function fetchFromWeb(options: FetchOptions): Promise<FetchedFile | undefined> {
  const { url, mirror, known, silenceMs = SILENCE_MS } = options
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error(`nothing came for ${silenceMs / 1000} s`)), silenceMs)
  const signals = [silence.signal, AbortSignal.timeout(TOTAL_MS), ...(options.signal ? [options.signal] : [])]
  const signal = AbortSignal.any(signals)
  try {
    const response = await fetch(mirror ? `${mirror.replace(/\/$/, '')}/${toMirrorPath(url)}` : url, {
      headers: {
        'user-agent': 'octet-updater',
        // Compressed on the way, the length could not be checked.
        'accept-encoding': 'identity',
        ...(known?.etag ? { 'if-none-match': known.etag } : {}),
        ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
      },
      signal,
    })
    if (response.status === 304 && known) return void (await response.body?.cancel())
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel()
      throw new UnreachableError(`expected HTTP status 200, got ${response.status}`, { status: response.status })
    }
    const length = Number(response.headers.get('content-length') ?? Number.NaN)
    if (length > options.maxBytes) {
      await response.body.cancel()
      throw tooLarge(options.maxBytes, length)
    }
    const stored = await store(response.body, options, signal, () => timer.refresh())
    if (!response.headers.has('content-encoding') && !Number.isNaN(length) && stored.sizeBytes !== length)
      throw new UnreachableError(`expected ${length} bytes, got ${stored.sizeBytes}`)
    const header = (name: string) => response.headers.get(name) ?? undefined
    return { ...stored, etag: header('etag'), lastModified: header('last-modified') }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof UnreachableError || error instanceof RefusedDataError) throw error
    throw new UnreachableError(explain(signal.aborted ? signal.reason : error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Errors of fetch say only “fetch failed”; their cause says why. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : error.message
}

async function store(
  chunks: AsyncIterable<Uint8Array>,
  { into, maxBytes }: FetchOptions,
  signal: AbortSignal | undefined,
  onChunk?: () => void,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await using file = await open(into, 'w')
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    onChunk?.()
    if (sizeBytes === 0) refuseWebPage(chunk)
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes, sizeBytes)
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  await file.sync()
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** Error pages and login pages of portals often come with status 200. */
function refuseWebPage(chunk: Uint8Array): void {
  const head = Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(512, chunk.byteLength)).toString('latin1')
  if (/^(\xef\xbb\xbf)?\s*<(!doctype|html|head|body|\?xml)/i.test(head))
    throw new RefusedDataError('expected data, got a web page (HTML)')
}

const tooLarge = (maxBytes: number, got: number) => new RefusedDataError(`expected at most ${maxBytes} bytes, got ${got}`)
