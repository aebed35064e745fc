import * as z from 'zod'
import { FORMAT_IDS } from './formats.ts'
import { PRODUCT_IDS } from '@octet/ipdb/write/product.ts'

const file = z.string().refine(isFile, { error: `expected product/format, such as ${PRODUCT_IDS[0]}/${FORMAT_IDS[0]}` })

/** Databases for download, in the operator's file. */
export const productsSchema = z.strictObject({
  /** Files made after every build, as `product/format`; others are made when they are first asked for, and from then on. */
  prepare: z.array(file).default([]),
  /** Whether the Lite edition may be fetched without an account. */
  liteWithoutAccount: z.boolean().default(true),
  /** Builds of which files are kept. */
  keepBuilds: z.number().int().min(1).max(30).default(2),
  /** MMDB type names that hold another's mark (`Octet-GeoLite2-City`), for clients that ask for them. */
  compatibleNames: z.boolean().default(false),
})

function isFile(text: string): boolean {
  const [product = '', format = '', ...rest] = text.split('/')
  return (
    rest.length === 0 &&
    (PRODUCT_IDS as readonly string[]).includes(product) &&
    (FORMAT_IDS as readonly string[]).includes(format)
  )
}
