import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

const PASSWORD = 'correct horse battery'
/** Mails of one address are limited to three an hour, so the known ones take turns. */
const PEOPLE = 60

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const folder = await mkdtemp(join(tmpdir(), 'octet-timing-'))
before(async () => {
  const config = join(folder, 'octet.yaml')
  await writeFile(config, 'limits: { unitsPerSecond: 100000, burst: 1000000 }\n')
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutData: true, env: { OCTET_CONFIG: config } })
  const { passwordHash } = await makeHash()
  await product.services.storage.run((queries) =>
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
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const toKnown = (index: number) => `known${index % PEOPLE}@example.org`
let strangers = 0
/** Nobody has it, and nobody had it before. */
const toUnknown = () => `nobody${++strangers}@example.org`

async function makeHash() {
  const { hashPassword } = await import('../../domain/account/passwords.ts')
  return { passwordHash: await hashPassword(PASSWORD) }
}

let client = 0
/** One call from an address of its own; how long it took and what it said. */
async function time(path: string, payload: object) {
  client++
  const remoteAddress = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`
  const started = performance.now()
  const answer = await product.app.inject({ method: 'POST', url: `/v1/account/${path}`, payload, remoteAddress })
  return { ms: performance.now() - started, words: `${answer.statusCode} ${answer.body}` }
}

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

/** Known and unknown addresses by turns: the same words, and medians within a tenth of each other. */
async function compare(path: string, toPayload: (email: string) => object, tries: number) {
  const times: [number[], number[]] = [[], []]
  const words = new Set<string>()
  for (let index = 0; index < tries; index++)
    for (const [at, toEmail] of [toKnown, toUnknown].entries()) {
      const { ms, words: said } = await time(path, toPayload(toEmail(index)))
      times[at]?.push(ms)
      words.add(said)
    }
  const [known, unknown] = times.map(median) as [number, number]
  return { words: [...words], known, unknown, ratio: Math.max(known, unknown) / Math.min(known, unknown) }
}

for (const [name, path, tries, toPayload] of [
  ['log-in', 'log_in', 150, (email: string) => ({ email, password: 'not the one' })],
  ['sign-up', 'sign_up', 60, (email: string) => ({ email, password: PASSWORD, confirm_password: PASSWORD, agree: true })],
  ['forgot', 'forgot', 120, (email: string) => ({ email })],
  ['resend', 'resend', 120, (email: string) => ({ email })],
] as const)
  test(`${name}: a known and an unknown address get the same words in the same time`, async (context) => {
    // One measurement may fall on a busy moment of the machine; a real difference shows in each.
    let found = await compare(path, toPayload, tries)
    for (let round = 0; found.ratio > 1.1 && round < 4; round++) found = await compare(path, toPayload, tries)
    context.diagnostic(
      `known ${found.known.toFixed(2)} ms, unknown ${found.unknown.toFixed(2)} ms, ratio ${found.ratio.toFixed(3)}`,
    )
    assert.equal(found.words.length, 1, found.words.join('\n'))
    assert.ok(found.ratio <= 1.1, `ratio ${found.ratio}`)
  })
