import { execFile, execFileSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { startAlone, type Alone } from './alone.ts'
import { countAllUsed } from './customer.ts'
import { findDatabaseUrl } from './find-database-url.ts'
import { Load } from './load.ts'

const ROOT = join(import.meta.dirname, '../..')
const DISK_MB = 512
const FULL_S = 20
const READY_S = 6
const BACK_LIMIT_S = 30
const BUILD_LIMIT_MS = 300_000

/** A disk of its own fills up under keyed lookups and gets room again. Needs Linux and root, to mount a tmpfs. */
export async function run(): Promise<BenchRow[]> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux')
    return [{ name: 'disk full: needs root on Linux', value: 0, unit: '' }]
  const disk = new Disk()
  const operator = { limits: { unitsPerSecond: 1e6, burst: 1e6 }, trustedProxies: ['127.0.0.1/32'] }
  await using product = await startAlone({ operator, prepareVar: (folder) => disk.mount(folder), prepareData: copyBuilt })
  const authorization = `Bearer ${await product.addKey('enterprise')}`
  let acknowledged = 0
  const keyed = new Load({
    origin: product.origin,
    headers: { authorization },
    clients: 4,
    pauseMs: 5,
    onAnswer: (status) => (acknowledged += status === 200 ? 1 : 0),
  })
  const plain = new Load({ origin: product.origin, clients: 2, pauseMs: 5 })
  await keyed.reach(500)
  const published = await readManifest(product)
  await disk.fill()
  const readiness = await askReady(product)
  const answers = await writeWhileFull(product)
  const build = await tryToBuild(product)
  const after = await readManifest(product)
  await disk.empty()
  const seconds = await untilWritable(product)
  await keyed.reach(keyed.counts.requests + 500)
  await Promise.all([keyed.stop(), plain.stop()])
  await sleep(4_000) // the last counts are written each second
  const counted = await countAllUsed(await findDatabaseUrl(product))
  const errors = keyed.errors + plain.errors
  const unplain = answers.filter((answer) => answer !== '503 in the envelope')
  return [
    {
      name: `disk full under ${(keyed.counts.requests + plain.counts.requests).toLocaleString('en')} lookups: errors`,
      value: errors,
      unit: 'requests',
      budget: { text: '0', isMet: errors === 0 },
    },
    {
      name: `${answers.length} sign-ups meanwhile: not answered 503 in words (${[...new Set(unplain)].join(', ') || 'none'})`,
      value: unplain.length,
      unit: 'answers',
      budget: { text: '0', isMet: answers.length > 0 && unplain.length === 0 },
    },
    {
      name: `account/ready within ${READY_S} s`,
      value: readiness,
      unit: 'status',
      budget: { text: '503', isMet: readiness === 503 },
    },
    {
      name: `a build meanwhile ended: ${build.said}`,
      value: build.leftMb,
      unit: 'MB left behind',
      budget: {
        text: 'fails, keeps the old, leaves nothing',
        isMet: build.said.includes('the disk is full') && after === published && build.leftMb < 1,
      },
    },
    {
      name: 'sign-ups again, with room',
      value: seconds,
      unit: 's',
      budget: { text: `≤ ${BACK_LIMIT_S} s`, isMet: seconds <= BACK_LIMIT_S },
    },
    {
      name: `acknowledged ${acknowledged.toLocaleString('en')}, counted ${counted.toLocaleString('en')}: difference`,
      value: counted - acknowledged,
      unit: 'units',
      budget: { text: '0', isMet: counted === acknowledged },
    },
  ]
}

/** A file system in memory, mounted while the trial runs. */
class Disk {
  #folder = ''

  /** Gives how to undo it. */
  mount(folder: string): () => void {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder])
    this.#folder = folder
    return () => void execFileSync('umount', ['-l', folder])
  }

  /** Takes all the room that is left. */
  async fill(): Promise<void> {
    const chunk = Buffer.alloc(1 << 20)
    for (const size of [chunk.length, 4_096]) {
      for (let isFull = false; !isFull;) {
        isFull = await writeFile(join(this.#folder, 'ballast'), chunk.subarray(0, size), { flag: 'a' }).then(
          () => false,
          () => true,
        )
      }
    }
  }

  empty(): Promise<void> {
    return rm(join(this.#folder, 'ballast'))
  }
}

/** What sign-ups are told for a while; each writes a row. */
async function writeWhileFull(product: Alone): Promise<string[]> {
  const answers: string[] = []
  for (const end = performance.now() + FULL_S * 1_000; performance.now() < end; await sleep(500)) {
    const { status, code } = await signUp(product)
    if (status === 200) continue // a page of the database that had room
    answers.push(status === 503 && code === 503 ? '503 in the envelope' : `${status}, code ${code}`)
  }
  return answers
}

/** The status within six seconds of the disk being full: the server looks every five. */
async function askReady({ origin }: Alone): Promise<number> {
  for (const end = performance.now() + READY_S * 1_000; ; await sleep(250)) {
    const { status } = await fetch(`${origin}/v1/account/ready`)
    if (status !== 200 || performance.now() > end) return status
  }
}

let people = 0

/** Each from another address, so that the brake on mails is not what answers. */
async function signUp({ origin }: Alone): Promise<{ status: number; code: unknown }> {
  const index = ++people
  const password = 'a trial of a full disk'
  const response = await fetch(`${origin}/v1/account/sign_up`, {
    method: 'POST',
    body: JSON.stringify({ email: `someone-${index}@example.org`, password, confirm_password: password, agree: true }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.${index >> 8}.${index & 255}` },
  })
  const { code } = (await response.json().catch(() => ({}))) as { code?: unknown }
  return { status: response.status, code }
}

/** Seconds until an account can be made again. */
async function untilWritable(product: Alone): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { status } = await signUp(product)
    const seconds = (performance.now() - started) / 1_000
    if (status === 200 || seconds > 4 * BACK_LIMIT_S) return seconds
    await sleep(250)
  }
}

/** The newest build alone, so that the disk has room for the database. */
async function copyBuilt(folder: string): Promise<void> {
  const built = join(ROOT, 'var/data')
  await mkdir(folder)
  const manifest = await readFile(join(built, 'manifest.json'), 'utf8')
  const names = (JSON.parse(manifest) as { files: { name: string }[] }).files.map(({ name }) => name)
  for (const name of [...names, 'manifest.json']) await copyFile(join(built, name), join(folder, name))
}

function readManifest({ varFolder }: Alone): Promise<string> {
  return readFile(join(varFolder, 'data/manifest.json'), 'utf8')
}

async function tryToBuild({ varFolder }: Alone): Promise<{ said: string; leftMb: number }> {
  const folder = join(varFolder, 'data')
  const before = new Set(await readdir(folder, { recursive: true }))
  const said = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [join(ROOT, 'apps/cli/bin/octet.mjs'), 'data', 'build'],
      { env: { ...process.env, OCTET_VAR: varFolder }, timeout: BUILD_LIMIT_MS },
      (error, _stdout, stderr) => resolve(error ? (stderr.trim().split('\n').at(-1) ?? '') : 'well'),
    ),
  )
  const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !before.has(join(entry.parentPath, entry.name).slice(folder.length + 1)),
  )
  const sizes = await Promise.all(left.map(async (entry) => (await readFile(join(entry.parentPath, entry.name))).length))
  return { said, leftMb: sizes.reduce((sum, size) => sum + size, 0) / 1e6 }
}
