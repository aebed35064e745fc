import { link, mkdir, readFile, readdir, writeFile, rename, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { startAlone } from './alone.ts'
import { Load } from './load.ts'

const BUILT = join(import.meta.dirname, '../../var/data')
const ROUNDS = 12

/** Builds are published under load, three of four of them damaged; no answer may come from a damaged one. */
export async function run(): Promise<BenchRow[]> {
  await using product = await startAlone({ operator: { limits: { unitsPerSecond: 1e6, burst: 1e6 } }, prepareData: linkBuilt })
  const folder = join(product.varFolder, 'data')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const load = new Load({ origin: product.origin, clients: 16 })
  await load.reach(1_000)
  let wrong = 0
  let right = 0
  for (let round = 0; round < ROUNDS; round++) {
    const isGood = round % 4 === 0
    const build = `${manifest.build.slice(0, -3)}${String(round).padStart(2, '0')}Z`
    await publish(folder, manifest, { build, kind: (['good', 'half', 'flipped', 'empty'] as const)[round % 4]! })
    await sleep(2_500)
    const served = await fetch(`${product.origin}/v1/ip/8.8.8.8`).then((response) => response.headers.get('x-data-build'))
    if (served !== build) continue
    if (isGood) right++
    else wrong++
  }
  const { requests, slowestMs } = await load.stop()
  return [
    {
      name: `${ROUNDS} builds published under ${requests.toLocaleString('en')} look-ups, 9 damaged: errors`,
      value: load.errors,
      unit: 'requests',
      budget: { text: '0', isMet: load.errors === 0 },
    },
    { name: 'damaged builds that were served', value: wrong, unit: 'builds', budget: { text: '0', isMet: wrong === 0 } },
    { name: 'good builds that were served', value: right, unit: 'builds', budget: { text: 'all 3', isMet: right === 3 } },
    { name: 'slowest answer', value: slowestMs, unit: 'ms' },
  ]
}

/** What else lies beside the data, such as products, is left out. */
async function linkBuilt(folder: string): Promise<void> {
  await mkdir(folder)
  const names = (await readdir(BUILT, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
  for (const name of names) {
    const [from, to] = [join(BUILT, name), join(folder, name)]
    if (name.endsWith('.ipdb')) await link(from, to).catch(() => copyFile(from, to))
    else await copyFile(from, to)
  }
}

type Manifest = { readonly build: string; readonly files: readonly { readonly name: string }[] }
type Wanted = { readonly build: string; readonly kind: 'good' | 'half' | 'flipped' | 'empty' }

/** Writes a build file and a manifest that names it, by rename as the builder does. */
async function publish(folder: string, manifest: Manifest, { build, kind }: Wanted): Promise<void> {
  const text = JSON.stringify(manifest).replaceAll(manifest.build, build)
  const path = join(folder, (JSON.parse(text) as Manifest).files[0]!.name)
  const bytes = await readFile(join(folder, manifest.files[0]!.name))
  if (kind === 'flipped') bytes[bytes.length >> 1]! ^= 1
  await writeFile(path, kind === 'half' ? bytes.subarray(0, bytes.length >> 1) : kind === 'empty' ? '' : bytes)
  await writeFile(join(folder, 'manifest.json.new'), text)
  await rename(join(folder, 'manifest.json.new'), join(folder, 'manifest.json'))
}
