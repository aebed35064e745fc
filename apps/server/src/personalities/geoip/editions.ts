import { AppError } from '@octet/core/errors.ts'
import type { FormatId } from '@octet/data/products/formats.ts'
import { PRODUCT_IDS, type ProductId } from '@octet/ipdb/write/product.ts'

/** Our own edition ids: the type names of the files, as `geoipupdate` writes them into its folder. */
const OWN: Readonly<Record<string, ProductId>> = {
  'Octet-City': 'geolocation',
  'Octet-Country': 'lite',
  'Octet-ASN': 'asn',
  'Octet-Anonymous-IP': 'privacy',
}

/** Names of another vendor for the same kind of database; understood only where the operator has switched them on. */
const COMPATIBLE: Readonly<Record<string, ProductId>> = {
  'GeoLite2-City': 'geolocation',
  'GeoIP2-City': 'geolocation',
  'GeoLite2-Country': 'lite',
  'GeoIP2-Country': 'lite',
  'GeoLite2-ASN': 'asn',
  'GeoIP2-Anonymous-IP': 'privacy',
}

export type Edition = { readonly id: string; readonly product: ProductId; readonly isCsv: boolean }

/** The edition of an id; one that ends in `-CSV` is the same database as tables. Throws `unsupported_value`, which names those that there are. */
export function getEdition(id: string, { hasCompatibleNames }: { hasCompatibleNames: boolean }): Edition {
  const isCsv = id.endsWith('-CSV')
  const name = isCsv ? id.slice(0, -4) : id
  const known: Readonly<Record<string, ProductId>> = hasCompatibleNames ? { ...OWN, ...COMPATIBLE } : OWN
  const product = Object.hasOwn(known, name) ? known[name] : PRODUCT_IDS.find((own) => own === name)
  if (product === undefined) {
    const names = Object.keys(known).join(', ')
    throw new AppError('unsupported_value', {
      got: id,
      reason: {
        en: `the editions here are ${names}, each with -CSV behind it for tables`,
        zh: `可用版本为 ${names}，加 -CSV 后缀为表格`,
      },
    })
  }
  return { id, product, isCsv }
}

/** The file of an edition for an archive's ending. Throws `bad_input`. */
export function toFormat({ isCsv }: Edition, suffix: string): FormatId {
  if (isCsv && suffix === 'zip') return 'csv.zip'
  if (!isCsv && suffix === 'tar.gz') return 'mmdb.tar.gz'
  throw new AppError('bad_input', {
    field: 'suffix',
    expected: isCsv ? 'zip' : 'tar.gz',
    got: suffix,
  })
}
