import type { AuditAction } from '@octet/core/audit-actions.ts'
import type { Caller } from '@octet/core/endpoint.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { insertAudit } from '../../storage/queries/audit.ts'

export type AuditEntry = {
  readonly accountId: string | null
  readonly address: string | null
  readonly action: AuditAction
  /** Ids and names; never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>
}

type Noted = Partial<Pick<AuditEntry, 'accountId' | 'detail'>>

/** The log of what people and operators did with accounts, keys, points, plans and switches. */
export class Audit {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Writes down what the caller of an endpoint has just done, to their own account unless told. */
  note(
    caller: Caller,
    action: AuditAction,
    { accountId = caller.session?.accountId ?? null, detail = {} }: Noted = {},
  ): Promise<void> {
    return this.#database.run((queries) => addAudit(queries, { accountId, address: caller.address, action, detail }))
  }
}

/** Writes an entry within the caller's transaction. */
export async function addAudit(queries: Queries, { accountId, address, action, detail = {} }: AuditEntry): Promise<void> {
  await insertAudit(queries, { account_id: accountId, address, action, detail: JSON.stringify(detail) })
}
