import { AppError } from '@octet/core/errors.ts'
import type { FormatId } from '@octet/data/products/formats.ts'
import type { ProductId } from '@octet/ipdb/write/product.ts'
import type { Call, Reply } from '../personality.ts'
import { sendProduct } from '../send-product.ts'

/** Files by their names there; `free` and paid ones alike. */
const PRODUCTS: Readonly<Record<string, ProductId>> = {
  country: 'lite',
  country_asn: 'lite',
  lite: 'lite',
  ipinfo_lite: 'lite',
  asn: 'asn',
  location: 'geolocation',
  standard_location: 'geolocation',
  privacy: 'privacy',
  standard_privacy: 'privacy',
}
const ENDINGS: Readonly<Record<string, FormatId>> = {
  mmdb: 'mmdb-flat',
  'csv.gz': 'csv.gz',
  'json.gz': 'ndjson.gz',
  parquet: 'parquet',
}

/** `/data/{slug}.{ending}` and `/data/free/…`: the flat layouts; `/checksums` behind it gives those of exactly these bytes. */
export async function answerFile(call: Call): Promise<Reply> {
  const { file: name = '', part } = call.params
  const [, slug = '', ending = ''] = /^([a-z_]+)\.([a-z.]+)$/.exec(name) ?? []
  const product = Object.hasOwn(PRODUCTS, slug) ? PRODUCTS[slug] : undefined
  const format = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined
  if (!product || !format || (part !== undefined && part !== 'checksums'))
    throw new AppError('not_found', { path: `/data/${name}` })
  const { downloads } = call.services
  await downloads.checkRight(call.key?.accountId ?? null, product)
  const file = await downloads.get(product, format)
  if (part) return { body: { checksums: { md5: file.md5, sha1: file.sha1, sha256: file.sha256 } } }
  return sendProduct(call, file, { format, name })
}
