import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { toEtag, type StaticFile } from './static-file.ts'

/** A text that the server has a part in; made and packed when it is first asked for, since most never are. */
export class MadeFile implements StaticFile {
  readonly type: string
  readonly isHashed = false
  readonly #make: () => string
  #br: Buffer | undefined
  #gz: Buffer | undefined
  #etag: string | undefined

  constructor(type: string, make: () => string) {
    this.type = type
    this.#make = make
  }

  get body(): Buffer {
    return Buffer.from(this.#make())
  }

  get br(): Buffer {
    return (this.#br ??= brotliCompressSync(this.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }))
  }

  get gz(): Buffer {
    return (this.#gz ??= gzipSync(this.body))
  }

  get etag(): string {
    return (this.#etag ??= toEtag(this.body))
  }
}
