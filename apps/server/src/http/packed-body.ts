import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { findEncoding, type Encoding } from './find-encoding.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Packing less than this gains nothing on the wire. */
const MIN_BYTES = 600
/**
 * A tenth larger than the best, in a fortieth of its time: these bodies are made per visitor. One level less takes 0.5 ms of
 * 3.5 less, and is up to 5 % larger: most for Chinese pages.
 */
const QUALITY = 7
/**
 * Most bytes that are packed with a window of 64 KB instead of 4 MB. The compressor keeps 1 MB of tables for that and 8 MB for
 * more, which the system has to clear: of a page of 78 KB that nobody asked for before, 3 ms instead of 42, and 0.3 % larger.
 */
const SMALL_BYTES = 128 * 1024
const SMALL_WINDOW_BITS = 16
/** For answers of calls, each made for one caller: a batch of 1,000 records in a twelfth of its bytes. */
const QUICK = 1

export type Packed = { readonly body: Buffer; readonly encoding?: Encoding }

/** Gives a body as a request takes it (`Accept-Encoding`); each packing is made once. */
export function packBody(body: Buffer): (accepted: string | undefined) => Promise<Packed> {
  const packings = new Packings(() => body)
  return (accepted) => packings.get(body.length < MIN_BYTES ? undefined : accepted)
}

/** The best packing of one body after another, so that it takes one core at most. */
let lastBest: Promise<unknown> = Promise.resolve()

/**
 * The packings of a body that need not be kept itself; each is made when it is first asked for. One that serves for long is
 * packed in the best way when a second visitor asks for it.
 */
export class Packings {
  readonly #toBody: () => Buffer
  readonly #made = new Map<Encoding, Promise<Packed>>()
  #isBestWanted: boolean

  constructor(toBody: () => Buffer, { servesLong = false } = {}) {
    this.#toBody = toBody
    this.#isBestWanted = servesLong
  }

  async get(accepted: string | undefined): Promise<Packed> {
    const encoding = findEncoding(accepted)
    if (!encoding) return { body: this.#toBody() }
    const known = this.#made.get(encoding)
    if (known && encoding === 'br' && this.#isBestWanted) this.#packBest()
    const made = known ?? this.#make(encoding)
    this.#made.set(encoding, made)
    return made
  }

  #packBest(): void {
    this.#isBestWanted = false
    const toBest = () => toBrotli(this.#toBody(), { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
    lastBest = lastBest
      .then(toBest)
      .then((body) => this.#made.set('br', Promise.resolve({ body, encoding: 'br' })))
      .catch(() => {}) // what there is serves on
  }

  async #make(encoding: Encoding): Promise<Packed> {
    return { body: await packWell(this.#toBody(), encoding), encoding }
  }
}

/** Packs a body that will be asked for again. */
export const packWell = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? toBrotli(body, { params: toParams(body, QUALITY) }) : toGzip(body)

/** Packs a body that nobody else will ask for, in the quickest way. */
export const packQuickly = (body: string | Uint8Array, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? toBrotli(body, { params: toParams(body, QUICK) }) : toGzip(body, { level: QUICK })

const toParams = ({ length }: string | Uint8Array, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
  ...(length <= SMALL_BYTES && { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW_BITS }),
})
