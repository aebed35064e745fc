import { createHash } from 'node:crypto'
import { link, mkdir, readFile, readdir, writeFile, rename, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toP99, type BenchRow } from '../../packages/core/src/bench.ts'
import { startAlone } from './alone.ts'
import { Load } from './load.ts'

const BUILT = join(import.meta.dirname, '../../var/data')
const ROUNDS = 60
const BEFORE_MS = 10_000
const GOOD = ROUNDS / 4

/** Builds are published under load, three of four of them damaged; no answer may come from a damaged one. */
export async function run(): Promise<BenchRow[]> {
  await using product = await startAlone({ operator: { limits: { unitsPerSecond: 1e6, burst: 1e6 } }, prepareData: linkBuilt })
  const folder = join(product.varFolder, 'data')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  let times: number[] = []
  const load = new Load({ origin: product.origin, clients: 16, onAnswer: (_status, ms) => void times.push(ms) })
  await load.reach(5_000) // which the engine needs for its best code
  times = []
  await sleep(BEFORE_MS)
  const before = toP99(times)
  times = []
  let wrong = 0
  let right = 0
  const readServed = async () => (await fetch(`${product.origin}/v1/ip/8.8.8.8`)).headers.get('x-data-build')
  for (let round = 0; round < ROUNDS; round++) {
    const kind = (['good', 'half', 'flipped', 'empty'] as const)[round % 4]!
    const build = toBuild(new Date(Date.parse(manifest.date) + 1_000 * (round + 1)))
    await publish(folder, manifest, { build, kind })
    for (let look = 0; look < (kind === 'good' ? 40 : 10) && (await readServed()) !== build; look++) await sleep(250)
    if ((await readServed()) !== build) continue
    if (kind === 'good') right++
    else wrong++
  }
  const during = toP99(times)
  const { requests, slowestMs } = await load.stop()
  return [
    {
      name: `${ROUNDS} builds published under ${requests.toLocaleString('en')} lookups, ${ROUNDS - GOOD} damaged: errors`,
      value: load.errors,
      unit: 'requests',
      budget: { text: '0', isMet: load.errors === 0 },
    },
    { name: 'damaged builds that were served', value: wrong, unit: 'builds', budget: { text: '0', isMet: wrong === 0 } },
    {
      name: 'good builds that were served',
      value: right,
      unit: 'builds',
      budget: { text: `all ${GOOD}`, isMet: right === GOOD },
    },
    {
      name: 'p99 of lookups meanwhile',
      value: during,
      unit: 'ms',
      peer: { name: 'before', value: before, ratio: before / during },
      budget: { text: '≤ 2× before', isMet: during <= 2 * before },
    },
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

type Manifest = {
  readonly build: string
  readonly date: string
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
}
type Wanted = { readonly build: string; readonly kind: 'good' | 'half' | 'flipped' | 'empty' }

/** The id of a build of that moment: `20261123T180910Z`. */
const toBuild = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** Writes a build file with its own id in it and a manifest that names it, by rename as the builder does. */
async function publish(folder: string, manifest: Manifest, { build, kind }: Wanted): Promise<void> {
  const [file] = manifest.files
  const bytes = await readFile(join(folder, file!.name))
  for (let at = bytes.indexOf(manifest.build); at >= 0; at = bytes.indexOf(manifest.build, at)) bytes.write(build, at, 'latin1')
  const text = JSON.stringify(manifest)
    .replaceAll(manifest.build, build)
    .replaceAll(file!.sha256, createHash('sha256').update(bytes).digest('hex'))
  const path = join(folder, (JSON.parse(text) as Manifest).files[0]!.name)
  if (kind === 'flipped') bytes[bytes.length >> 1]! ^= 1
  await writeFile(path, kind === 'half' ? bytes.subarray(0, bytes.length >> 1) : kind === 'empty' ? '' : bytes, { flag: 'wx' })
  await writeFile(join(folder, 'manifest.json.new'), text)
  await rename(join(folder, 'manifest.json.new'), join(folder, 'manifest.json'))
}
