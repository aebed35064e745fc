import { Packings, type Packed } from './packed-body.ts'
import { toEtag, type StaticFile } from './static-file.ts'

/** A text that the server has a part in; made and packed when it is first asked for, since most never are. */
export class MadeFile implements StaticFile {
  readonly type: string
  readonly isHashed = false
  readonly #make: () => string
  readonly #packings = new Packings(() => this.body, { servesLong: true })
  #etag: string | undefined

  constructor(type: string, make: () => string) {
    this.type = type
    this.#make = make
  }

  get body(): Buffer {
    return Buffer.from(this.#make())
  }

  pack(accepted: string | undefined): Promise<Packed> {
    return this.#packings.get(accepted)
  }

  get etag(): string {
    return (this.#etag ??= toEtag(this.body))
  }
}
