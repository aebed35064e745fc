import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchRow } from '@octet/core/bench.ts'
import { CSV_HEADER } from '../csv-fields.ts'
import { CsvKernel } from '../csv-kernel.ts'
import { openDatabase } from '../open.ts'
import { makeRoutedV4 } from './addresses.ts'
import { measure, print, toResult, type Candidate } from './measure.ts'
import { compilePeer, findDbip, runPeer } from './peers.ts'

const COUNT = 1_000_000
const CHUNK_BYTES = 1 << 16

/** A million addresses from file to file in CSV, all columns, beside the libmaxminddb loop with five. */
export async function run(varFolder = process.env['OCTET_VAR'] ?? 'var'): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'octet-bench-'))
  try {
    await using db = await openDatabase(varFolder)
    const list = join(folder, 'addresses')
    await writeFile(list, `${makeRoutedV4(db, COUNT).texts.join('\n')}\n`)
    const kernel = new CsvKernel(db, 'en')
    const candidates: Candidate[] = [{ name: 'ours', run: () => convert(kernel, list, join(folder, 'ours.csv')) }]
    const [file, binary] = [findDbip(), compilePeer(folder)]
    if (file && binary) candidates.push({ name: 'C', run: () => -runPeer(binary, [file, list, 'csv', join(folder, 'peer.csv')]) })
    const ns = await measure(candidates, 3)
    const peer = ns.get('C')
    return [
      toResult(
        'CSV, 1 M IPv4, file → file',
        'ns CPU/row',
        ns.get('ours')!,
        peer ? ['libmaxminddb, 6 columns', peer] : undefined,
        7,
      ),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads and writes as the peer does, in the thread that computes. */
function convert(kernel: CsvKernel, from: string, to: string): number {
  const before = kernel.rows
  const [input, output] = [openSync(from, 'r'), openSync(to, 'w')]
  try {
    const chunk = new Uint8Array(CHUNK_BYTES)
    writeSync(output, CSV_HEADER)
    for (let bytes = readSync(input, chunk); bytes > 0; bytes = readSync(input, chunk))
      write(output, kernel.push(chunk.subarray(0, bytes)))
    write(output, kernel.finish())
    return kernel.rows - before
  } finally {
    closeSync(input)
    closeSync(output)
  }
}

function write(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}

if (import.meta.main) print(await run())
