import * as z from 'zod'
import { addAccount, findId } from '../domain/account/add-account.ts'
import { parseEmail } from '../domain/account/email.ts'
import { keyFields } from '../http/key-fields.ts'
import type { Services } from '../services.ts'
import { BACKUP_ACTIONS } from './backup-actions.ts'
import { BILLING_ACTIONS } from './billing-actions.ts'
import { CORRECTION_ACTIONS } from './correction-actions.ts'
import { noteHere } from './note-here.ts'
import { PEOPLE_ACTIONS } from './people-actions.ts'
import { POINT_ACTIONS } from './point-actions.ts'

/** What the command line may ask of the running server. */
export const ACTIONS: Readonly<Record<string, (services: Services, input: unknown) => Promise<unknown>>> = {
  ...PEOPLE_ACTIONS,
  ...POINT_ACTIONS,
  ...CORRECTION_ACTIONS,
  ...BACKUP_ACTIONS,
  ...BILLING_ACTIONS,
  async 'user add'({ storage, plans }, input) {
    const { email, plan, password } = userInput.parse(input)
    const added = await addAccount({ database: storage, plans }, { email, plan, password })
    const id = await storage.run((queries) => findId({ queries, email: parseEmail(email) }))
    await noteHere({ storage }, { action: 'user_add', detail: { id, plan } })
    return added
  },
  async 'key add'({ storage, keys }, input) {
    const { email, name, kind, scopes, cidrs, origins, allow_query: allowQuery, cap_month: capMonth } = keyInput.parse(input)
    const id = await storage.run((queries) => findId({ queries, email: parseEmail(email) }))
    const wanted = { name, kind, scopes, cidrs, origins, allowQuery, capMonth: capMonth ?? null, expiresAt: null }
    const made = await keys.create(id, wanted)
    await noteHere({ storage }, { action: 'key_create', detail: { id: made.id, user: id } })
    return made
  },
}

const userInput = z.strictObject({ email: z.string(), plan: z.string().optional(), password: z.string().optional() })
const keyInput = z.object({ ...keyFields, email: z.string(), kind: z.enum(['live', 'test']).default('live') })
