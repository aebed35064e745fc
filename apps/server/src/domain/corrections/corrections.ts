import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import { formatCidr, parseCidr } from '@octet/core/ip/cidr.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Database } from '../../storage/database.ts'
import { notify } from '../../storage/notify.ts'
import * as rows from '../../storage/queries/corrections.ts'
import { toHash } from '../account/secret.ts'

/** What somebody says about a network. Everything but the country may be left out. */
export type Claim = {
  readonly country_code: string
  /** ISO 3166-2, such as `DE-BE`. */
  readonly region_code?: string | undefined
  readonly city_name?: string | undefined
}

export type NewCorrection = {
  readonly network: string
  readonly claim: Claim
  readonly evidence: string
  readonly email: string | null
  /** What the data says now. */
  readonly before: IpRecord
  readonly address: string
  readonly accountId: string | null
}

/** Widest networks that a correction may speak of. */
const MIN_PREFIX = { 4: 16, 6: 32 } as const
/** Open corrections from one client; more of them wait until some are decided. */
const MAX_OPEN = 50

/** Mistakes that visitors report. They are tickets until the operator decides. */
export class Corrections {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Opens a ticket; the token lets whoever sent it follow it. Throws `bad_input`, `too_many_requests`. */
  async open({ before, ...sent }: NewCorrection): Promise<{ id: string; token: string }> {
    const network = parseNetwork(sent.network)
    const id = randomUUID()
    const token = randomBytes(18).toString('base64url')
    await this.#database.transact(async (queries) => {
      const count = await rows.countOpen(queries, sent.address)
      if (count >= MAX_OPEN) throw new AppError('too_many_requests', { limit: MAX_OPEN, window: 86_400, retryAfter: 86_400 })
      await rows.insertCorrection(queries, {
        id,
        token_hash: toHash(token),
        account_id: sent.accountId,
        network,
        claim: JSON.stringify(sent.claim),
        evidence: sent.evidence,
        email: sent.email,
        before: JSON.stringify(toSaid(before)),
        build: before.build,
        address: sent.address,
      })
    })
    return { id, token }
  }

  /** A ticket, for whoever holds its token. Throws `no_such` for another one. */
  async get(id: string, token: string) {
    const row = await this.#database.run((queries) => rows.findCorrection(queries, id))
    const hash = toHash(token)
    if (!row || row.token_hash.length !== hash.length || !timingSafeEqual(row.token_hash, hash)) throw toMissing(id)
    return toShown(row)
  }

  /** Tickets for the operator, the oldest first. */
  async list(state: 'open' | 'accepted' | 'declined' = 'open') {
    const tickets = await this.#database.run((queries) => rows.listCorrections(queries, state))
    return tickets.map((row) => ({ ...toShown(row), evidence: row.evidence, email: row.email, address: row.address }))
  }

  /**
   * Decides a ticket. One that is accepted is written behind the operator's overrides of every machine, which the next
   * build reads above every other source. Throws `no_such` for one that is not open.
   */
  decide(id: string, { isAccepted, note = '' }: { isAccepted: boolean; note?: string | undefined }) {
    return this.#database.transact(async (queries) => {
      const row = await rows.decideCorrection(queries, id, { state: isAccepted ? 'accepted' : 'declined', note })
      if (!row) throw toMissing(id)
      if (isAccepted) await notify(queries, 'octet_corrections')
      return toShown(row)
    })
  }
}

function parseNetwork(text: string): string {
  const { network } = parseCidr(text)
  const least = MIN_PREFIX[network.version]
  if (network.prefix >= least) return formatCidr(network)
  throw new AppError('bad_input', {
    field: 'network',
    expected: { en: `a prefix of at least /${least}`, zh: `前缀长度至少为 /${least}` },
    got: formatCidr(network),
  })
}

function toSaid({ country_code, region_name, city_name, network, sources }: IpRecord) {
  const place = sources.find(({ fields }) => fields.includes('country_code'))
  return { country_code, region_name, city_name, network, source: place?.id ?? null }
}

function toShown({ id, network, claim, before, build, state, note, created_at, decided_at }: rows.Correction) {
  return {
    id,
    network,
    claim: claim as Claim,
    before: before as Record<string, unknown>,
    build,
    state,
    note,
    created_at: created_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  }
}

function toMissing(id: string): AppError {
  return new AppError('no_such', { what: { en: 'correction', zh: '更正' }, got: id })
}
