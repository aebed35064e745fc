import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { CSV_HEADER } from '../csv-fields.ts'
import { CsvKernel } from '../csv-kernel.ts'
import { openDatabase } from '../open.ts'
import { makeRoutedV4 } from './addresses.ts'
import { measure, print, toResult, type BenchResult, type Candidate } from './measure.ts'
import { compilePeer, findDbip, runPeer } from './peers.ts'

const COUNT = 1_000_000

/** A million addresses from file to file in CSV, all columns, beside the libmaxminddb loop with five. */
export async function run(varFolder = process.env['OCTET_VAR'] ?? 'var'): Promise<BenchResult[]> {
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

async function convert(kernel: CsvKernel, from: string, to: string): Promise<number> {
  const before = kernel.rows
  const output = createWriteStream(to)
  output.write(CSV_HEADER)
  for await (const chunk of createReadStream(from, { highWaterMark: 1 << 16 })) {
    // The kernel uses its output memory again: the stream gets its own copy.
    if (!output.write(Buffer.from(kernel.push(chunk as Buffer)))) await once(output, 'drain')
  }
  output.end(Buffer.from(kernel.finish()))
  await once(output, 'close')
  return kernel.rows - before
}

if (import.meta.main) print(await run())
