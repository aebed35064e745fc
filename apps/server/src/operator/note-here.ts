import { addAudit, type AuditEntry } from '../domain/audit/audit.ts'
import type { Services } from '../services.ts'

/** Writes down what was done on the command line of this machine, where nobody has logged in. */
export function noteHere({ storage }: Pick<Services, 'storage'>, entry: Pick<AuditEntry, 'action' | 'detail'>): Promise<void> {
  return storage.run((queries) => addAudit(queries, { accountId: null, address: null, ...entry }))
}
