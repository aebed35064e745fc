import { parseIpv4 } from '@octet/core/ip/ipv4.ts'
import { parseIpv6Words } from '@octet/core/ip/ipv6.ts'
import type { Ipdb } from '@octet/ipdb/open.ts'
import { PRODUCTS } from '@octet/ipdb/write/find-product.ts'
import type { Product, ProductReader } from '@octet/ipdb/write/product.ts'
import { toRuns } from '@octet/ipdb/write/runs.ts'
import { spellFirst, spellLast } from '@octet/ipdb/write/text-rows.ts'
import type { Samples } from './product-store.ts'

/** Well-known public resolvers in several parts of the world. */
const ADDRESSES = ['8.8.8.8', '1.1.1.1', '114.114.114.114', '9.9.9.9', '77.88.8.8', '2001:4860:4860::8888', '2400:3200::1']
const SAMPLE_ROWS = 5

/** A few rows of every product: those of well-known addresses, else the first ones. */
export function toSamples(db: Ipdb): Samples {
  return Object.fromEntries(Object.values(PRODUCTS).map((product) => [product.id, toRows(db, product)]))
}

function toRows(db: Ipdb, product: Product): Record<string, unknown>[] {
  const reader = product.open(db)
  const known = ADDRESSES.flatMap((address) => {
    const value = findValue(db, reader, address)
    return value === 0 ? [] : [toRow(product, reader, value, { ip: address })]
  })
  if (known.length >= SAMPLE_ROWS) return known.slice(0, SAMPLE_ROWS)
  const rows = [...known]
  for (const run of toRuns(db, reader.values)) {
    if (rows.length >= SAMPLE_ROWS) break
    rows.push(toRow(product, reader, run.value, { start_ip: spellFirst(run), end_ip: spellLast(run) }))
  }
  return rows
}

function toRow(product: Product, reader: ProductReader, value: number, head: object): Record<string, unknown> {
  const cells = reader.read(value)
  return { ...head, ...Object.fromEntries(product.columns.map(({ name }, at) => [name, cells[at]])) }
}

function findValue(db: Ipdb, reader: ProductReader, address: string): number {
  const v4 = parseIpv4(address)
  if (v4 >= 0) return reader.values[db.v4.recordOf(db.v4.findRow(v4))]!
  const words = new Uint32Array(4)
  parseIpv6Words(address, words)
  return reader.values[db.v6.records[db.v6.findRow(words)]!]!
}
