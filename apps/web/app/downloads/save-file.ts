import { createSilence } from '../worker/silence.ts'

/** Part of the File System Access API that this needs; browsers without it download by themselves. */
type Writable = { write(part: { type: 'write'; position: number; data: Uint8Array }): Promise<void>; close(): Promise<void> }
type Handle = { createWritable(options: { keepExistingData: boolean }): Promise<Writable> }
type Picker = (options: { suggestedName: string }) => Promise<Handle>

const TRIES = 5
const PAUSE_MS = 1_500
/** A line without a byte for so long is dead. */
const SILENCE_MS = 30_000

/** The window in which the reader chooses where a file goes; undefined where the browser has none. */
export function findPicker(): Picker | undefined {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker')
  return typeof picker === 'function' ? (picker.bind(window) as Picker) : undefined
}

/** A file on its way to the disk: it can be stopped and gone on with, and goes on by itself when the line breaks. */
export class FileSaver {
  doneBytes = 0
  readonly totalBytes: number
  readonly #handle: Handle
  readonly #getUrl: () => Promise<string | undefined>
  #etag: string | undefined
  #stop = new AbortController()

  /** `getUrl` gives a fresh link: one of ten minutes may end during a pause. */
  constructor(handle: Handle, totalBytes: number, getUrl: () => Promise<string | undefined>) {
    this.#handle = handle
    this.totalBytes = totalBytes
    this.#getUrl = getUrl
  }

  /** Fetches what is missing. `onProgress` is told after each piece. Resolves with how it ended. */
  async run(onProgress: () => void): Promise<'saved' | 'paused' | 'broken'> {
    this.#stop = new AbortController()
    for (let tries = 0; tries < TRIES; tries++) {
      const before = this.doneBytes
      try {
        await this.#fetchRest(onProgress)
        return 'saved'
      } catch {
        if (this.#stop.signal.aborted) return 'paused'
        // Whoever gets on is not at the end of his tries.
        if (this.doneBytes > before) tries = 0
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
    return 'broken'
  }

  pause(): void {
    this.#stop.abort()
  }

  async #fetchRest(onProgress: () => void): Promise<void> {
    const url = await this.#getUrl()
    if (url === undefined) throw new Error('expected a link, got none')
    const headers = {
      ...(this.doneBytes > 0 && { range: `bytes=${this.doneBytes}-` }),
      ...(this.#etag && { 'if-range': this.#etag }),
    }
    const silence = createSilence(SILENCE_MS)
    const signal = AbortSignal.any([this.#stop.signal, silence.signal])
    const answer = await fetch(url, { headers, signal }).finally(silence.end)
    if (!answer.ok || !answer.body) throw new Error(`expected HTTP status 200 or 206, got ${answer.status}`)
    // Another file by now: from the beginning.
    if (answer.status === 200) this.doneBytes = 0
    this.#etag = answer.headers.get('etag') ?? undefined
    const writable = await this.#handle.createWritable({ keepExistingData: this.doneBytes > 0 })
    const reader = answer.body.getReader()
    try {
      for (;;) {
        silence.restart()
        const { done, value } = await reader.read().finally(silence.end)
        if (done) return
        await writable.write({ type: 'write', position: this.doneBytes, data: value })
        this.doneBytes += value.length
        onProgress()
      }
    } finally {
      await writable.close()
    }
  }
}
