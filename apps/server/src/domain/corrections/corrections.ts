import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import { formatCidr, parseCidr } from '@octet/core/ip/cidr.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Database } from '../../storage/database.ts'
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
    const client = toClientNetwork(sent.address)
    await this.#database.transact(async (queries) => {
      // Tickets that come at the same time are counted one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${client}::text, 4))`.execute(queries)
      const { count } = await queries
        .selectFrom('corrections')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(sql<boolean>`address::inet <<= ${client}`)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow()
      if (count >= MAX_OPEN) throw new AppError('too_many_requests', { limit: MAX_OPEN, window: 86_400, retryAfter: 86_400 })
      await queries
        .insertInto('corrections')
        .values({
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
        .execute()
    })
    return { id, token }
  }

  /** A ticket, for whoever holds its token. Throws `no_such` for another one. */
  async get(id: string, token: string) {
    const row = await this.#find(id)
    const hash = toHash(token)
    if (!row || row.token_hash.length !== hash.length || !timingSafeEqual(row.token_hash, hash)) throw toMissing(id)
    return toShown(row)
  }

  /** Tickets for the operator, the oldest first. */
  async list(state: 'open' | 'accepted' | 'declined' = 'open') {
    const rows = await this.#database.run((queries) =>
      queries.selectFrom('corrections').selectAll().where('state', '=', state).orderBy('created_at').limit(500).execute(),
    )
    return rows.map((row) => ({ ...toShown(row), evidence: row.evidence, email: row.email, address: row.address }))
  }

  /**
   * Decides a ticket. One that is accepted is written behind the operator's overrides of every machine, which the next
   * build reads above every other source. Throws `no_such` for one that is not open.
   */
  decide(id: string, { isAccepted, note = '' }: { isAccepted: boolean; note?: string | undefined }) {
    return this.#database.transact(async (queries) => {
      const row = await queries
        .updateTable('corrections')
        .set({ state: isAccepted ? 'accepted' : 'declined', note, decided_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .returningAll()
        .executeTakeFirst()
      if (!row) throw toMissing(id)
      if (isAccepted) await sql`select pg_notify('octet_corrections', '')`.execute(queries)
      return toShown(row)
    })
  }

  #find(id: string) {
    return this.#database.run((queries) => queries.selectFrom('corrections').selectAll().where('id', '=', id).executeTakeFirst())
  }
}

/** All addresses of a client, as PostgreSQL has it: a /64 of IPv6, whose holder may choose any of them. */
function toClientNetwork(address: string) {
  return sql`network(set_masklen(${address}::inet, ${sql.lit(address.includes(':') ? 64 : 32)}))`
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

type Row = {
  id: string
  network: string
  claim: unknown
  before: unknown
  build: string
  state: 'open' | 'accepted' | 'declined'
  note: string
  created_at: Date
  decided_at: Date | null
}

function toShown({ id, network, claim, before, build, state, note, created_at, decided_at }: Row) {
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
