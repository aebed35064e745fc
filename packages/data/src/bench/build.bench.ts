import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchRow } from '@octet/core/bench.ts'
import { print } from '@octet/ipdb/bench/measure.ts'
import { readManifest } from '../manifest.ts'

/** A full build in a fresh process and folder: time on the clock, time on the processor, memory at most. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'octet-bench-'))
  try {
    const main = join(import.meta.dirname, '..', 'main.ts')
    await promisify(execFile)(process.execPath, [main, folder])
    const cost = (await readManifest(folder))!.cost!
    return [
      { name: 'full build, clock', unit: 's', value: cost.seconds, budget: { text: '≤ 15 s', isMet: cost.seconds <= 15 } },
      { name: 'full build, processor', unit: 's CPU', value: cost.cpuSeconds! },
      {
        name: 'full build, memory',
        unit: 'MB',
        value: cost.peakMegabytes,
        budget: { text: '≤ 800 MB', isMet: cost.peakMegabytes <= 800 },
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) print(await run())
