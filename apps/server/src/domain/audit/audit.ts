import type { Caller } from '@octet/core/endpoint.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { insertAudit } from '../../storage/queries/audit.ts'

/** What is written down of who did what. */
export const AUDIT_ACTIONS = [
  'sign_up',
  'confirm',
  'log_in',
  'log_in_passkey',
  'log_out',
  'log_out_everywhere',
  'password_change',
  'password_reset',
  'email_change',
  'email_confirm',
  'profile_change',
  'second_factor_on',
  'second_factor_off',
  'passkey_add',
  'passkey_remove',
  'passkey_rename',
  'session_end',
  'key_create',
  'key_rotate',
  'key_revoke',
  'key_change',
  'point_add',
  'point_change',
  'point_remove',
  'overage_change',
  'plan_cancel',
  'plan_resume',
  'export',
  'delete',
  'operator_link',
  'operator_create',
  'user_add',
  'user_disable',
  'user_enable',
  'user_plan',
  'user_second_factor_off',
  'tool_switch',
  'message_state',
  'message_remove',
  'mail_retry',
  'refund',
  'correction_decide',
  'backup',
  'restore',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

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
