import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import type { KeptDays } from '@octet/core/kept-input.ts'
import type { Database } from '../storage/database.ts'
import { deleteKeptInput, findKeptInput, holdKeptBytes, insertKeptInput } from '../storage/queries/kept-inputs.ts'

/** What all of them may take together: an hour of many clients must not fill the disk of the accounts. */
const MAX_TOTAL_BYTES = 1 << 30

export type KeptInput = { readonly id: string; readonly removal: string; readonly end: Date }

/**
 * Inputs of tools that are too long for a link, for whoever has the link. Browsers seal them, and the key stands in the link
 * behind `#`, which no server sees: what is kept here can be read nowhere but there.
 */
export class KeptInputs {
  readonly #database: Database
  readonly #maxBytes: number

  constructor(database: Database, maxBytes = MAX_TOTAL_BYTES) {
    this.#database = database
    this.#maxBytes = maxBytes
  }

  /** Keeps a sealed input under an id that cannot be guessed; `removal` is the word by which it can be removed. Throws `unavailable` where all room is taken. */
  async keep(sealed: Buffer, days: KeptDays): Promise<KeptInput> {
    const id = randomBytes(16).toString('base64url')
    const removal = randomBytes(16).toString('base64url')
    const end = await this.#database.transact(async (queries) => {
      if ((await holdKeptBytes(queries)) + sealed.length > this.#maxBytes)
        throw new AppError('unavailable', { reason: { en: 'the room for kept inputs is full', zh: '保存输入的空间已满' } })
      return insertKeptInput(queries, { id, sealed, removalHash: toHash(removal), days })
    })
    return { id, removal, end }
  }

  /** A kept input as it was sealed. Throws `no_such`. */
  async get(id: string): Promise<{ sealed: Buffer; end: Date }> {
    const found = await this.#database.run((queries) => findKeptInput(queries, id))
    if (!found) throw toNoSuch(id)
    return { sealed: found.sealed, end: found.expires_at }
  }

  /** Removes a kept input before its end. Throws `no_such`, also where the word is not the one for it. */
  async remove(id: string, removal: string): Promise<void> {
    if (!(await this.#database.run((queries) => deleteKeptInput(queries, id, toHash(removal))))) throw toNoSuch(id)
  }
}

const toHash = (word: string): Buffer => createHash('sha256').update(word).digest()

const toNoSuch = (id: string): AppError => new AppError('no_such', { what: { en: 'kept input', zh: '已保存的输入' }, got: id })
