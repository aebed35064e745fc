import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { openDatabase } from '@octet/ipdb/open.ts'
import { PRODUCTS } from '@octet/ipdb/write/find-product.ts'
import { writeProductMmdb } from '@octet/ipdb/write/write-product-mmdb.ts'
import { has, VAR, waitFor, type Peer } from './http-peers.ts'

/** The only types that its reader takes for places and networks. */
const TYPES = { geolocation: 'GeoLite2-City', asn: 'GeoLite2-ASN' } as const

/** echoip (Go) on one thread with our own data as MMDB, undefined where it is not installed. */
export async function startEchoip(folder: string): Promise<Peer | undefined> {
  if (!(await has('echoip'))) return undefined
  const { places, networks } = await writeDatabases(folder)
  const port = await findFreePort()
  const child = spawn('echoip', ['-f', places, '-c', places, '-a', networks, '-l', `127.0.0.1:${port}`], {
    stdio: 'ignore',
    env: { ...process.env, GOMAXPROCS: '1' },
  })
  await waitFor(`http://127.0.0.1:${port}/health`)
  return { name: 'echoip', port, path: '/json?ip=', pids: async () => [child.pid ?? 0], stop: () => child.kill('SIGTERM') }
}

async function writeDatabases(folder: string): Promise<{ places: string; networks: string }> {
  await using db = await openDatabase(VAR)
  const write = (id: keyof typeof TYPES): string => {
    const path = join(folder, `${id}.mmdb`)
    const about = { layout: 'nested', type: TYPES[id], description: { en: id }, languages: ['en'] } as const
    writeProductMmdb(db, PRODUCTS[id], path, { ...about, builtAt: new Date(db.date) })
    return path
  }
  return { places: write('geolocation'), networks: write('asn') }
}
