import { quoteCsv } from '@octet/core/csv-cell.ts'
import { AppError, ERRORS, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang } from '@octet/core/text.ts'
import { findLive } from '../find-live.ts'
import { definePersonality, type Call, type Reply } from '../personality.ts'
import { isBogon } from '../record-facts.ts'
import { readFields, toFailed, toIpApi, type Field, type IpApiForm } from './to-ip-api.ts'

const MAX_BATCH = 100

/** ip-api: `/json/{address or host name}` for one, also as `/line/` and `/csv/`, the caller without one; `POST /batch` for up to 100. */
export default definePersonality({
  id: 'ip-api',
  toFailure,
  // Its users are told to read these after each answer.
  toHeaders: ({ rate }) => ({ 'x-rl': String(rate.remaining), 'x-ttl': String(rate.resetSeconds) }),
  routes: [
    ...(['json', 'line', 'csv'] as const).flatMap((form) =>
      [`/${form}/`, `/${form}/:query`].map((path) => ({
        method: 'GET' as const,
        path,
        async handle(call: Call) {
          const { form: found, units } = await look(call)
          const reply = write(found, form)
          return { ...(form === 'json' ? toScript(reply, call.query['callback']) : reply), answered: units }
        },
      })),
    ),
    { method: 'POST', path: '/batch', units: ({ body }) => Math.max(1, parseBatch(body).length), handle: answerBatch },
  ],
})

type Form = 'json' | 'line' | 'csv'

function write(body: IpApiForm, form: Form): Reply {
  const values = Object.values(body).map(String)
  switch (form) {
    case 'json':
      return { body }
    case 'line':
      return { body: `${values.join('\n')}\n`, type: 'text/plain; charset=utf-8' }
    case 'csv':
      return { body: `${values.map(quoteCsv).join(',')}\n`, type: 'text/csv; charset=utf-8' }
  }
}

/** As a script that calls a function of the page that loads it (JSONP), where its name can be one. */
function toScript(reply: Reply, name = ''): Reply {
  if (!/^[\w$.]{1,64}$/.test(name)) return reply
  return { body: `${name}(${JSON.stringify(reply.body)});`, type: 'text/javascript; charset=utf-8' }
}

const toLang = (text: string | undefined): Lang => (text?.toLowerCase().startsWith('zh') ? 'zh' : 'en')

/** An answer, and what of the month it costs: a failure is free. */
type Looked = { readonly form: IpApiForm; readonly units: 0 | 1 }

const toInvalid = (query: string, fields: ReadonlySet<Field>): Looked => ({
  form: toFailed(query, 'invalid query', fields),
  units: 0,
})

function toLooked(record: IpRecord, fields: ReadonlySet<Field>, reverse: string | null = null): Looked {
  return { form: toIpApi(record, fields, reverse), units: isBogon(record) ? 0 : 1 }
}

async function look(call: Call): Promise<Looked> {
  const fields = readFields(call.query['fields'])
  const lang = toLang(call.query['lang'])
  const query = call.params['query'] || call.address
  try {
    const [record] = (await call.services.ip.find(query, lang, { signal: call.signal })).records
    if (!record) return toInvalid(query, fields)
    return toLooked(record, fields, fields.has('reverse') ? await findReverse(call, record) : null)
  } catch (error) {
    if (!isInvalid(error)) throw error
    return toInvalid(query, fields)
  }
}

async function findReverse(call: Call, record: IpRecord): Promise<string | null> {
  if (isBogon(record)) return null
  return (await findLive(call, record, 'hostname')).hostname ?? null
}

const INVALID = new Set(['bad_address', 'not_one_address', 'bad_domain', 'name_not_found'])
const isInvalid = (error: unknown): boolean => isAppError(error) && INVALID.has(error.key)

type Item = { readonly query: string; readonly fields?: string | undefined; readonly lang?: string | undefined }

/** In the order of the list; each item may have fields and a language of its own. */
function answerBatch({ body, query, lookup }: Call): Reply {
  const answers = parseBatch(body).map((item) => {
    const fields: ReadonlySet<Field> = readFields(item.fields ?? query['fields'])
    try {
      return toLooked(lookup(item.query, toLang(item.lang ?? query['lang'])), fields)
    } catch (error) {
      if (!isInvalid(error)) throw error
      return toInvalid(item.query, fields)
    }
  })
  return { body: answers.map(({ form }) => form), answered: answers.filter(({ units }) => units > 0).length }
}

/** Throws `bad_body`, `bad_input`, `too_large`. */
function parseBatch(body: string): Item[] {
  let list: unknown
  try {
    list = JSON.parse(body)
  } catch (cause) {
    throw new AppError('bad_body', { reason: `JSON: ${(cause as Error).message}` }, { cause })
  }
  if (!Array.isArray(list))
    throw new AppError('bad_input', { field: 'body', expected: { en: 'a JSON array', zh: 'JSON 数组' }, got: typeof list })
  if (list.length > MAX_BATCH) throw new AppError('too_large', { field: 'body', limit: MAX_BATCH, got: list.length })
  return list.map(toItem)
}

function toItem(item: unknown): Item {
  if (typeof item !== 'object' || item === null) return { query: String(item) }
  const { query, fields, lang } = item as Record<string, unknown>
  const toText = (value: unknown) => (value === undefined ? undefined : String(value))
  return { query: toText(query) ?? '', fields: toText(fields), lang: toText(lang) }
}

/** Lists that cannot be read are 422 there; who is too fast is told when to go on in `X-Ttl`. */
function toFailure(error: AppError): Reply {
  const message = toErrorMessage(error, 'en')
  const retryAfter = error.details['retryAfter']
  const headers = retryAfter === undefined ? {} : { 'x-rl': '0', 'x-ttl': String(retryAfter), 'retry-after': String(retryAfter) }
  return { status: UNREADABLE.has(error.key) ? 422 : toStatus(error), headers, body: { status: 'fail', message } }
}

const UNREADABLE = new Set(['bad_body', 'bad_input', 'too_large'])
/** A key that is not good is forbidden there, whatever is wrong with it. */
const toStatus = ({ key }: AppError): number => (ERRORS[key].status === 401 ? 403 : ERRORS[key].status)
