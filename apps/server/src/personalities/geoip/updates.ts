import { AppError } from '@octet/core/errors.ts'
import type { FormatId } from '@octet/data/products/formats.ts'
import type { ProductFile } from '@octet/data/products/product-store.ts'
import type { Call, Reply, Route } from '../personality.ts'
import { sendProduct } from '../send-product.ts'
import { getEdition, toFormat, type Edition } from './editions.ts'

/** What the three generations of GeoIP Update ask for, and permalinks. Nothing of it costs requests of the month. */
export const UPDATE_ROUTES: readonly Route[] = [
  route('/geoip/updates/metadata', async (call) => ({ body: { databases: [await describe(call)] } })),
  route('/geoip/databases/:edition/download', (call) => download(call, edition(call, call.params['edition']))),
  route('/geoip/databases/:edition/update', (call) => update(call, edition(call, call.params['edition']))),
  route('/app/update_getfilename', (call) => ({
    body: `${edition(call, call.query['product_id']).id}.mmdb`,
    type: 'text/plain',
  })),
  route('/app/geoip_download', (call) => download(call, edition(call, call.query['edition_id']))),
]

function route(path: string, handle: Route['handle']): Route {
  return { method: 'GET', path, scope: 'download', isFree: true, handle }
}

function edition({ services }: Call, id = ''): Edition {
  return getEdition(id, { hasCompatibleNames: services.config.operator.databases.compatibleNames })
}

/** Metadata as version 7 reads it: the MD5 is that of the unpacked file. */
async function describe(call: Call): Promise<object> {
  const wanted = edition(call, call.query['edition_id'])
  const file = await getFile(call, wanted, 'mmdb.tar.gz')
  return { edition_id: wanted.id, md5: file.mmdbMd5, date: file.date.slice(0, 10) }
}

/** Version 4: the gzip of the bare file, unless the caller has it. No Content-Encoding, since that would unpack it. */
async function update(call: Call, wanted: Edition): Promise<Reply> {
  const file = await getFile(call, wanted, 'mmdb.gz')
  const headers = { 'x-database-md5': file.mmdbMd5 ?? '', 'last-modified': new Date(file.date).toUTCString() }
  if (call.query['db_md5']?.toLowerCase() === file.mmdbMd5) return { body: '', type: 'text/plain', status: 304, headers }
  return sendProduct(call, file, { format: 'mmdb.gz', name: `${wanted.id}.mmdb.gz`, headers })
}

/** Version 7 and permalinks: an archive, or its checksum as `sha256sum -c` reads it. */
async function download(call: Call, wanted: Edition): Promise<Reply> {
  const { suffix = '' } = call.query
  const isChecksum = suffix.endsWith('.sha256')
  const ending = isChecksum ? suffix.slice(0, -7) : suffix
  const format = toFormat(wanted, ending)
  const file = await getFile(call, wanted, format)
  const name = `${wanted.id}_${file.build.slice(0, 8)}.${ending}`
  if (isChecksum) return { body: `${file.sha256}  ${name}\n`, type: 'text/plain; charset=utf-8' }
  return sendProduct(call, file, { format, name })
}

/** The file of an edition, of the day that is asked for or the newest. Throws what the caller has no right to, and `bad_input`. */
async function getFile(call: Call, { product, id }: Edition, format: FormatId): Promise<ProductFile> {
  const { downloads } = call.services
  await downloads.checkRight(call.key?.accountId ?? null, product)
  const day = readDay(call.query['date'])
  if (day === undefined) return downloads.get(product, format)
  const builds = (await downloads.store.listBuilds()).filter((build) => build.startsWith(day))
  for (const build of builds) {
    const file = await downloads.find(product, format, build)
    if (file) return file
  }
  const newest = await downloads.findBuild()
  if (newest?.build.startsWith(day)) return downloads.get(product, format)
  throw new AppError('not_found', { path: `${id} of ${day}` })
}

/** A day as eight digits, with hyphens or without; undefined for none, and for a parameter without a value. Throws `bad_input`. */
function readDay(date: string | undefined): string | undefined {
  if (!date) return undefined
  if (/^\d{8}$|^\d{4}-\d\d-\d\d$/.test(date)) return date.replaceAll('-', '')
  throw new AppError('bad_input', {
    field: 'date',
    expected: { en: 'a day such as 20261031', zh: '日期，如 20261031' },
    got: date,
  })
}
