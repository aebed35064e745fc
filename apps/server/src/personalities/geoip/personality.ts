import { definePersonality, type Call, type Reply } from '../personality.ts'
import { isBogon, isKnown } from '../record-facts.ts'
import { UPDATE_ROUTES } from './updates.ts'
import { refuse, toFailure } from './failure.ts'
import { EDITIONS, toGeoip, type Edition } from './to-geoip.ts'

/**
 * Web services 2.1 of GeoIP, `/geoip/v2.1/{country|city|insights}/{address|me}`, and GeoIP Update. Basic with any account
 * and our key as licence key.
 */
export default definePersonality({
  id: 'geoip',
  toFailure,
  routes: [
    ...UPDATE_ROUTES,
    ...EDITIONS.map((edition) => ({
      method: 'GET' as const,
      path: `/geoip/v2.1/${edition}/:ip`,
      needsKey: true,
      handle: (call: Call) => refuseAccount(call) ?? refuseAccept(call, edition) ?? look(call, edition),
    })),
  ],
})

function look(call: Call, edition: Edition): Reply {
  const { ip = '' } = call.params
  if (ip === '') return refuse(400, 'IP_ADDRESS_REQUIRED', 'You have not supplied an IP address.')
  const address = ip === 'me' ? call.address : ip
  const en = call.lookup(address)
  if (isBogon(en)) return refuse(400, 'IP_ADDRESS_RESERVED', `The value “${address}” belongs to a reserved or private range.`)
  if (!isKnown(en)) return refuse(404, 'IP_ADDRESS_NOT_FOUND', `The supplied IP address is not in the database.`)
  const body = JSON.stringify(toGeoip({ en, zh: call.lookup(address, 'zh') }, edition, call.credits?.remaining))
  return {
    body,
    type: `application/vnd.maxmind.com-${edition}+json; charset=UTF-8; version=2.1`,
    headers: { 'content-length': String(Buffer.byteLength(body)) },
  }
}

/** The account is any id: the key alone says who calls. It must be there. */
function refuseAccount({ headers }: Call): Reply | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [user = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  if (user === '') return refuse(401, 'ACCOUNT_ID_REQUIRED', 'You have not supplied an account ID.')
  return undefined
}

function refuseAccept({ headers }: Call, edition: Edition): Reply | undefined {
  const charset = headers['accept-charset']
  if (typeof charset === 'string' && !/utf-8|\*/i.test(charset)) return { body: '', type: 'text/plain', status: 406 }
  const accepted = (headers.accept ?? '*/*').split(',').map((part) => part.split(';')[0]!.trim().toLowerCase())
  const own = `application/vnd.maxmind.com-${edition}+json`
  const isFine = accepted.some((type) => [own, '*/*', 'application/*', 'application/json'].includes(type))
  return isFine ? undefined : { body: '', type: 'text/plain', status: 415 }
}
