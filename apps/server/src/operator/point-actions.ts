import * as z from 'zod'
import { findId } from '../domain/account/add-account.ts'
import { parseEmail } from '../domain/account/email.ts'
import { listPoints } from '../domain/points/list-points.ts'
import { hasWholePlace, WHOLE_PLACE } from '../domain/points/whole-place.ts'
import { oldHoursField, pointFields } from '../http/point-fields.ts'
import type { Services } from '../services.ts'
import { noteHere } from './note-here.ts'

const newPoint = z.strictObject({ ...pointFields, email: z.string().optional() }).refine(hasWholePlace, WHOLE_PLACE)
const newToken = z.strictObject({ id: z.uuid(), oldHours: oldHoursField })
const oneId = z.strictObject({ id: z.uuid() })

type Action = (services: Services, input: unknown) => Promise<unknown>

/** What the command line may do with monitoring points. */
export const POINT_ACTIONS: Readonly<Record<string, Action>> = {
  async 'point add'({ storage, points, config }, input) {
    const { email, ...point } = newPoint.parse(input)
    const accountId = email === undefined ? null : await storage.run((queries) => findId({ queries, email: parseEmail(email) }))
    const { id, token } = await points.store.add({ ...point, accountId })
    await noteHere({ storage }, { action: 'point_add', detail: { id, ...(accountId && { user: accountId }) } })
    return { id, token, command: `octet agent --server ${config.publicOrigin} --token ${token}` }
  },
  async 'point list'({ points }) {
    const rows = await listPoints({ hub: points.hub, store: points.store, accountId: null })
    return rows.map(({ id, name, status, city, country }) => ({
      id,
      name,
      status,
      place: [city, country].filter(Boolean).join(', '),
    }))
  },
  async 'point token'({ storage, points, config }, input) {
    const { id, oldHours } = newToken.parse(input)
    const { token, oldUntil } = await points.store.renew(id, { oldHours })
    await noteHere({ storage }, { action: 'point_token', detail: { id } })
    return { id, token, command: `octet agent --server ${config.publicOrigin} --token ${token}`, oldUntil }
  },
  async 'point remove'({ storage, points }, input) {
    const { id } = oneId.parse(input)
    await points.store.remove(id)
    await noteHere({ storage }, { action: 'point_remove', detail: { id } })
    return { id }
  },
}
