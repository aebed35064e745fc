import type { AppError, ErrorKey } from '@octet/core/errors.ts'
import { AppError as KnownError, ERRORS, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang } from '@octet/core/text.ts'
import { definePersonality, type Call, type Reply } from '../personality.ts'
import { isBogon } from '../record-facts.ts'
import { select } from './select.ts'
import { toFlat, toNested, type Asked } from './to-ipgeolocation.ts'

const MAX_BULK = 1_000
/** Its status for an address that is set aside. */
const LOCKED = 423
const VERSIONS = [1, 2, 3] as const
type Version = (typeof VERSIONS)[number]

/** ipgeolocation.io: `/ipgeo?apiKey=&ip=`, flat, and nested below `/v2` and `/v3`; lists by `POST …/ipgeo-bulk`. */
export default definePersonality({
  id: 'ipgeolocation',
  toFailure,
  routes: VERSIONS.flatMap((version) => {
    const base = version === 1 ? '' : `/v${version}`
    return [
      { method: 'GET', path: `${base}/ipgeo`, needsKey: true, handle: (call: Call) => answer(call, version) },
      {
        method: 'POST',
        path: `${base}/ipgeo-bulk`,
        needsKey: true,
        units: ({ body }: Pick<Call, 'body'>) => Math.max(1, parseBulk(body).length),
        handle: (call: Call) => answerBulk(call, version),
      },
    ] as const
  }),
})

const toLang = ({ query }: Call): Lang => (query['lang'] === 'cn' ? 'zh' : 'en')

async function answer(call: Call, version: Version): Promise<Reply> {
  const query = call.query['ip'] || call.address
  const { hostname, records } = await call.services.ip.find(query, toLang(call), { signal: call.signal })
  const [record] = records
  if (!record) throw new KnownError('name_not_found', { got: query })
  return toReply(record, { call, version, hostname })
}

/** In the order of the list; an item that has no answer says why. */
function answerBulk(call: Call, version: Version): Reply {
  const answers = parseBulk(call.body).map((ip) => tryLook(call, { ip, version }))
  return { body: answers.map(({ body }) => body), answered: answers.filter(({ status }) => status === undefined).length }
}

function tryLook(call: Call, { ip, version }: { ip: string; version: Version }): Reply {
  try {
    return toReply(call.lookup(ip, toLang(call)), { call, version, hostname: null })
  } catch (error) {
    if (!isAppError(error) || !OF_ITEM.has(error.key)) throw error
    return toFailure(error)
  }
}

const OF_ITEM: ReadonlySet<ErrorKey> = new Set(['bad_address', 'not_one_address'])

type Wanted = Pick<Asked, 'hostname'> & { readonly call: Call; readonly version: Version }

function toReply(record: IpRecord, { call, version, hostname }: Wanted): Reply {
  if (isBogon(record)) return refuse(LOCKED, `'${record.ip}' is a bogon IP address.`)
  const asked = { hostname, origin: call.services.config.publicOrigin }
  const form = version === 1 ? toFlat(record, asked) : toNested(record, asked, version)
  return { body: select(form, call.query) }
}

/** Throws `bad_body`, `bad_input`, `too_large`. */
function parseBulk(body: string): string[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch (cause) {
    throw new KnownError('bad_body', { reason: `JSON: ${(cause as Error).message}` }, { cause })
  }
  const { ips } = (parsed ?? {}) as { ips?: unknown }
  if (!Array.isArray(ips))
    throw new KnownError('bad_input', { field: 'ips', expected: { en: 'a JSON array', zh: 'JSON 数组' }, got: typeof ips })
  if (ips.length > MAX_BULK) throw new KnownError('too_large', { field: 'ips', limit: MAX_BULK, got: ips.length })
  return ips.map(String)
}

const refuse = (status: number, message: string): Reply => ({ status, body: { message } })

function toFailure(error: AppError): Reply {
  return refuse(ERRORS[error.key].status, `${toErrorMessage(error, 'en')}.`)
}
