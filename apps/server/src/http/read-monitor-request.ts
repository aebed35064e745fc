import type { EndpointContext } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { parseWhoisObject } from '@octet/tools/lookup/whois/object.ts'
import { atField } from '../domain/at-field.ts'
import { toMonitorRequest, type DomainRequest, type MonitorRequest } from '../domain/points/monitor.ts'
import { getSession } from './get-session.ts'
import type { AskedRequest } from './monitor-fields.ts'

/** Results of one run: points × targets. */
const MAX_ROWS = 50

type Context = Pick<EndpointContext<unknown>, 'caller' | 'services'>

/** What a monitor is to measure, as it is kept, once it could be measured now. Throws what a measurement does, `too_large`. */
export async function readMonitorRequest({ type, ...asked }: AskedRequest, context: Context): Promise<MonitorRequest> {
  if (type === 'domain') return readDomain(asked, context)
  const request = { ...asked, type }
  const { caller, services } = context
  const { accountId } = getSession(caller)
  const self = services.ip.findSelf(caller) ?? undefined
  const plan = await services.points.measurements.plan(request, { accountId, client: accountId, self })
  const rows = plan.points.length * plan.tasks.length
  if (rows > MAX_ROWS) throw new AppError('too_large', { field: 'targets × limit', limit: MAX_ROWS, got: rows })
  return toMonitorRequest(request, self)
}

/** The part of a name or address of a page that is registered. Throws `bad_input`, `bad_domain`, `refused_target`. */
function readDomain({ target, targets = [] }: Omit<AskedRequest, 'type'>, { services }: Context): DomainRequest {
  const [first, ...others] = [...new Set([...targets, ...(target === undefined ? [] : [target])].map((one) => one.trim()))]
  const { kind, name } = first ? parseWhoisObject(first, false) : { kind: undefined, name: '' }
  if (kind !== 'domain' || others.length > 0)
    throw new AppError('bad_input', {
      field: 'target',
      expected: { en: 'one domain', zh: '一个域名' },
      got: [first ?? '', ...others].join(', ').slice(0, 100),
    })
  atField('target', () => services.points.monitors.checkDomain(name))
  return { type: 'domain', target: name, locations: 'world', measurementOptions: {} }
}
