import type { EndpointContext } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import type { MeasurementRequest } from '../domain/points/measurement-request.ts'
import { toMonitorRequest, type MonitorRequest } from '../domain/points/monitor.ts'
import { getSession } from './get-session.ts'

/** Results of one run: points × targets. */
const MAX_ROWS = 50

/** What a monitor is to measure, as it is kept, once it could be measured now. Throws what a measurement does, `too_large`. */
export async function readMonitorRequest(
  request: MeasurementRequest,
  { caller, services }: Pick<EndpointContext<unknown>, 'caller' | 'services'>,
): Promise<MonitorRequest> {
  const { accountId } = getSession(caller)
  const self = services.ip.findSelf(caller) ?? undefined
  const plan = await services.points.measurements.plan(request, { accountId, client: accountId, self })
  const rows = plan.points.length * plan.tasks.length
  if (rows > MAX_ROWS) throw new AppError('too_large', { field: 'targets × limit', limit: MAX_ROWS, got: rows })
  return toMonitorRequest(request, self)
}
