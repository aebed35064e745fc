import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { median, type BenchRow } from '@octet/core/bench.ts'
import { hashPassword } from '../domain/account/passwords.ts'
import { startStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'

const PASSWORD = 'correct horse battery'
/** Mails of one address are limited to three an hour, so the known ones take turns. */
const PEOPLE = 60
const MAX_RATIO = 1.1
const AFTERWARDS_MS = 50

const CALLS = [
  ['log_in', 150, (email: string) => ({ email, password: 'not the one' })],
  ['sign_up', 60, (email: string) => ({ email, password: PASSWORD, confirm_password: PASSWORD, agree: true })],
  ['forgot', 120, (email: string) => ({ email })],
  ['resend', 120, (email: string) => ({ email })],
] as const

const toKnown = (index: number) => `known${index % PEOPLE}@example.org`
let strangers = 0
/** Nobody has it, and nobody had it before. */
const toUnknown = () => `nobody${++strangers}@example.org`

/** Whether the time of an answer tells if an address has an account: medians by turns of known and unknown ones. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'octet-timing-'))
  const config = join(folder, 'octet.yaml')
  await writeFile(config, 'limits: { unitsPerSecond: 100000, burst: 1000000 }\n')
  await using storage = await startStorage()
  await using product = await startProduct({ storageUrl: storage.url, withoutData: true, env: { OCTET_CONFIG: config } })
  await addPeople(product)
  const rows: BenchRow[] = []
  for (const [path, tries, toPayload] of CALLS) {
    const times: [number[], number[]] = [[], []]
    for (let index = 0; index < tries; index++)
      for (const [at, toEmail] of [toKnown, toUnknown].entries())
        times[at]?.push(await time(product, path, toPayload(toEmail(index))))
    const [known, unknown] = times.map(median) as [number, number]
    rows.push({
      name: `POST /v1/account/${path} for an unknown address`,
      value: unknown,
      unit: 'ms',
      peer: { name: 'for a known one', value: known, ratio: known / unknown },
      budget: {
        text: `within ${MAX_RATIO}× of each other`,
        isMet: Math.max(known, unknown) / Math.min(known, unknown) <= MAX_RATIO,
      },
    })
  }
  await rm(folder, { recursive: true })
  return rows
}

type Product = Awaited<ReturnType<typeof startProduct>>

async function addPeople({ services }: Product): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD)
  await services.storage.run((queries) =>
    queries
      .insertInto('accounts')
      .values(
        Array.from({ length: PEOPLE }, (_, index) => ({
          id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
          email: toKnown(index),
          password_hash: passwordHash,
          lang: 'en' as const,
          confirmed_at: index % 2 ? new Date() : null,
        })),
      )
      .execute(),
  )
}

let client = 0
/** How long one call takes, from an address of its own. */
async function time({ app }: Product, path: string, payload: object): Promise<number> {
  client++
  const remoteAddress = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`
  const started = performance.now()
  await app.inject({ method: 'POST', url: `/v1/account/${path}`, payload, remoteAddress })
  const ms = performance.now() - started
  // What is done after the answer is not to slow the next one down.
  await setTimeout(AFTERWARDS_MS)
  return ms
}
