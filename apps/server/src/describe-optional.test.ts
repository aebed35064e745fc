import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from './config.ts'
import { describeAccountsOff, describeOptional } from './describe-optional.ts'

const folder = await mkdtemp(join(tmpdir(), 'octet-optional-'))
after(() => rm(folder, { recursive: true }))
const file = join(folder, 'octet.yaml')
await writeFile(file, 'trustedProxies: [127.0.0.1]')
const named = join(folder, 'named.yaml')
await writeFile(named, 'mailFrom: Octet <no-reply@octet.example>')
const MAIL = 'smtp://mail.example.org'

const describeMail = async (env: Record<string, string>) =>
  (await describeOptional(readConfig(env))).filter((line) => /SMTP_URL|^mail: /.test(line))

for (const [name, env, expected] of [
  ['on this machine mails are at the outbox', {}, [/kept for this machine at \/account\/outbox/]],
  ['for the public nobody gets them', { PUBLIC_ORIGIN: 'https://octet.example.org' }, [/no link to confirm an address/]],
  [
    'behind a proxy nobody gets them, and what works without',
    { OCTET_CONFIG: file },
    [/no link to confirm.*`octet operator link`/],
  ],
  ['where SMTP sends them from nowhere it is said how that is mended', { SMTP_URL: MAIL }, [/no-reply@localhost.*mailFrom/]],
  ['where SMTP sends them from a sender of ours nothing is said', { SMTP_URL: MAIL, OCTET_CONFIG: named }, []],
] as const)
  test(name, async () => {
    const lines = await describeMail(env)
    assert.equal(lines.length, expected.length)
    expected.forEach((pattern, at) => assert.match(lines[at]!, pattern))
  })

for (const [env, said] of [
  [{ HOST: '0.0.0.0' }, ['links: say http://0.0.0.0:3000, which nobody can open, until PUBLIC_ORIGIN is set']],
  [{ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://octet.example.org' }, []],
  [{}, []],
] as const)
  test(`a start with ${JSON.stringify(env)} has ${said.length ? 'a word' : 'nothing'} to say about its links`, async () => {
    const lines = await describeOptional(readConfig(env))
    assert.deepEqual(
      lines.filter((line) => line.startsWith('links: ')),
      said,
    )
  })

test('a start without accounts says so, and whose database it is', () => {
  assert.equal(describeAccountsOff({ databaseUrl: undefined }, undefined), undefined)
  assert.equal(
    describeAccountsOff({ databaseUrl: 'postgres://127.0.0.1/octet' }, 'connect ECONNREFUSED 127.0.0.1:5432'),
    'accounts: off, as the database of DATABASE_URL cannot be used yet (connect ECONNREFUSED 127.0.0.1:5432). Lookups and tools work',
  )
  assert.match(describeAccountsOff({ databaseUrl: undefined }, 'x')!, /the database in OCTET_VAR cannot be used \(x\)/)
})
