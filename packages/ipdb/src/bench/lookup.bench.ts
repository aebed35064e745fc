import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchRow } from '@octet/core/bench.ts'
import { open as openMaxmind } from 'maxmind'
import { MAX_RECORD_BYTES, openDatabase } from '../open.ts'
import { makeRandom, makeRoutedV4, makeRoutedV6 } from './addresses.ts'
import { measure, print, toResult, type Candidate } from './measure.ts'
import { compilePeer, findDbip, runPeer } from './peers.ts'

const COUNT = 200_000
/** As the CSV kernel asks. */
const BATCH = 512
/** Of what takes a few nanoseconds: so many that its start does not count, and all different, so that none is in a cache. */
const MANY = 2_000_000
/** As large as the index of the rows, so that a random read misses. */
const MISS_WORDS = 1 << 24

/** Single lookups: text to row, to record, to JSON; batches of numbers; beside npm maxmind and libmaxminddb on DB-IP. */
export async function run(varFolder = process.env['OCTET_VAR'] ?? 'var'): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'octet-bench-'))
  try {
    return await runIn(folder, varFolder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runIn(folder: string, varFolder: string): Promise<BenchRow[]> {
  await using db = await openDatabase(varFolder)
  const { texts } = makeRoutedV4(db, COUNT)
  const v6 = makeRoutedV6(db, COUNT / 2)
  const options = { lang: 'en', now: new Date() } as const
  const json = { lang: 'en', nowMs: options.now.getTime() } as const
  let sink = 0
  const batches = toBatches(makeRoutedV4(db, MANY).numbers)
  const [rows, records] = [new Int32Array(BATCH), new Uint32Array(BATCH)]
  const target = Buffer.alloc(MAX_RECORD_BYTES)
  const candidates: Candidate[] = [
    { name: 'id', run: () => each(texts, (text) => (sink += db.findId(text))) },
    { name: 'record', run: () => each(texts, (text) => (sink += db.lookup(text, options) === null ? 0 : 1)) },
    { name: 'json', run: () => each(texts, (text) => (sink += db.writeJson(text, json, target, 0))) },
    { name: 'record v6', run: () => each(v6, (text) => (sink += db.lookup(text, options) === null ? 0 : 1)) },
    { name: 'json v6', run: () => each(v6, (text) => (sink += db.writeJson(text, json, target, 0))) },
    {
      name: 'batch of rows',
      run: () => {
        for (const batch of batches) db.v4.findRows(batch, rows, batch.length)
        return (sink += rows[7]!) >= 0 ? MANY : 0
      },
    },
    {
      name: 'batch of records',
      run: () => {
        for (const batch of batches) {
          db.v4.findRows(batch, rows, batch.length)
          db.v4.readRecords(batch, rows, records, batch.length)
        }
        return (sink += records[7]!) >= 0 ? MANY : 0
      },
    },
    { name: 'miss', run: makeMissLoop() },
    ...(await makePeers(folder, texts)),
  ]
  const ns = await measure(candidates)
  const get = (name: string) => ns.get(name)!
  const peer = (name: string): [string, number] | undefined => (ns.has(name) ? [name, get(name)] : undefined)
  const miss: [string, number] = ['one independent memory miss', get('miss')]
  return [
    toResult('IPv4 text → row id', 'ns CPU', get('id'), peer('libmaxminddb, 5 values')),
    toResult('IPv4 text → record', 'ns CPU', get('record'), peer('npm maxmind'), 4.5),
    toResult('IPv4 text → record', 'ns CPU', get('record'), peer('libmaxminddb, 5 values'), 1.5),
    toResult('IPv4 text → JSON bytes', 'ns CPU', get('json'), peer('npm maxmind + JSON.stringify')),
    toResult('IPv6 text → record', 'ns CPU', get('record v6')),
    toResult('IPv6 text → JSON bytes', 'ns CPU', get('json v6')),
    toResult('IPv4 number → row id, batch', 'ns CPU', get('batch of rows'), miss, 1 / 1.5),
    toResult('IPv4 number → its record, batch', 'ns CPU', get('batch of records'), miss),
  ]
}

function each(texts: readonly string[], use: (text: string) => void): number {
  for (const text of texts) use(text)
  return texts.length
}

const toBatches = (numbers: Uint32Array): Uint32Array[] =>
  Array.from({ length: Math.ceil(numbers.length / BATCH) }, (_, at) => numbers.subarray(at * BATCH, (at + 1) * BATCH))

/** What the batch is measured against: reads at random places that do not wait for each other. */
function makeMissLoop(): () => number {
  const words = new Uint32Array(new SharedArrayBuffer(MISS_WORDS * 4)).fill(1)
  const random = makeRandom(9)
  const places = Uint32Array.from({ length: MANY }, () => random() & (MISS_WORDS - 1))
  return () => {
    let sum = 0
    for (let at = 0; at < places.length; at++) sum += words[places[at]!]!
    return sum
  }
}

async function makePeers(folder: string, texts: readonly string[]): Promise<Candidate[]> {
  const file = findDbip()
  if (!file) return []
  const reader = await openMaxmind(file)
  let sink = 0
  const candidates: Candidate[] = [
    { name: 'npm maxmind', run: () => each(texts, (text) => (sink += reader.get(text) === null ? 0 : 1)) },
    {
      name: 'npm maxmind + JSON.stringify',
      run: () => each(texts, (text) => (sink += Buffer.byteLength(JSON.stringify(reader.get(text))))),
    },
  ]
  const binary = compilePeer(folder)
  if (!binary) return candidates
  const list = join(folder, 'addresses')
  await writeFile(list, `${texts.join('\n')}\n`)
  return [...candidates, { name: 'libmaxminddb, 5 values', run: () => -runPeer(binary, [file, list, 'lookup']) }]
}

if (import.meta.main) print(await run())
