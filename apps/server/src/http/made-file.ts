import { findEncoding, type Encoding } from './find-encoding.ts'
import { packWell, type Packed } from './packed-body.ts'
import { toEtag, type StaticFile } from './static-file.ts'

/** A text that the server has a part in; made and packed when it is first asked for, since most never are. */
export class MadeFile implements StaticFile {
  readonly type: string
  readonly isHashed = false
  readonly #make: () => string
  readonly #packed = new Map<Encoding, Promise<Buffer>>()
  #etag: string | undefined

  constructor(type: string, make: () => string) {
    this.type = type
    this.#make = make
  }

  get body(): Buffer {
    return Buffer.from(this.#make())
  }

  async pack(accepted: string | undefined): Promise<Packed> {
    const encoding = findEncoding(accepted)
    if (!encoding) return { body: this.body }
    if (!this.#packed.has(encoding)) this.#packed.set(encoding, packWell(this.body, encoding))
    return { body: await this.#packed.get(encoding)!, encoding }
  }

  get etag(): string {
    return (this.#etag ??= toEtag(this.body))
  }
}
