import { createHash } from 'node:crypto'
import type { Challenge, Payload } from 'altcha-lib'
import type { Database } from '../../storage/database.ts'
import { insertChallenge, takeChallenge } from '../../storage/queries/challenges.ts'
import { checkWork, makeWork, toWrong } from './work.ts'

const LIFE_SECONDS = 600
/** What counts is the row that is kept of each challenge; the library wants a signature and an end as well. */
const SIGNATURE_SECRET = 'octet'
const DAY_MS = 86_400_000

/** Work that a browser does before it may send something without an account. Every challenge counts once (Altcha, version 2). */
export class ProofOfWork {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** A challenge, good for ten minutes and one use. */
  async make(): Promise<Challenge> {
    const challenge = await makeWork({ secret: SIGNATURE_SECRET, expiresAt: new Date(Date.now() + DAY_MS) })
    const hash = toHash(challenge)
    await this.#database.run((queries) => insertChallenge(queries, { hash, accountId: null, seconds: LIFE_SECONDS }))
    return challenge
  }

  /** Uses a solved challenge up. Throws `proof_wrong`. */
  async take({ challenge, solution }: Payload): Promise<void> {
    const isTaken = await this.#database.run((queries) => takeChallenge(queries, toHash(challenge), null))
    if (!isTaken) throw toWrong('the challenge has been used or has expired', '题目已使用或已过期')
    await checkWork({ challenge, solution }, SIGNATURE_SECRET)
  }
}

/** All that makes the work easy or hard is in it, so that nobody can send back an easier one. */
function toHash({ parameters }: Pick<Challenge, 'parameters'>): Buffer {
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = parameters
  return createHash('sha256')
    .update(JSON.stringify(['proof', algorithm, nonce, salt, cost, keyLength, keyPrefix]))
    .digest()
}
