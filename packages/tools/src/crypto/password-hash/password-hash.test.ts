import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const ask = (input: object) =>
  answerTool(tool, input, createTestHost()) as Promise<{ text: string; verdict?: string; algorithm: string }>

for (const algorithm of ['bcrypt', 'argon2id', 'argon2i', 'argon2d', 'scrypt'])
  test(`${algorithm}: what was made fits, another password does not`, async () => {
    const { text } = await ask({ password: '密码 😀', algorithm, cost: 4, memoryKib: 64, logN: 10 })
    assert.equal((await ask({ password: '密码 😀', hash: text })).verdict, 'match')
    assert.equal((await ask({ password: '密码', hash: text })).verdict, 'differs')
  })

// Vectors of crypt_blowfish, and of the argon2 reference program (RFC 9106's authors).
const known = [
  ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U*', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'],
  ['password', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
] as const
for (const [password, hash] of known)
  test(`known: ${hash.slice(0, 30)}`, async () => assert.equal((await ask({ password, hash })).verdict, 'match'))

test('scrypt is that of the platform', async () => {
  const salt = Buffer.from('somesalt')
  const made = scryptSync('pass', salt, 32, { N: 1024, r: 8, p: 1 })
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  assert.equal((await ask({ password: 'pass', hash: `$scrypt$ln=10,r=8,p=1$${bare(salt)}$${bare(made)}` })).verdict, 'match')
})

test('bcrypt does not cut silently', async () => {
  await assert.rejects(ask({ password: '长'.repeat(25), algorithm: 'bcrypt' }), /at most 72 bytes.*got 75 bytes/)
})

test('bcrypt is not given what ends a password elsewhere', async () => {
  const said = /password: expected no NUL character.*got U\+0000 @2/
  await assert.rejects(ask({ password: 'a\0b', algorithm: 'bcrypt' }), said)
  await assert.rejects(ask({ password: 'a\0b', hash: known[0][1] }), said)
  assert.equal((await ask({ password: 'a\0b', algorithm: 'argon2id', memoryKib: 64 })).algorithm, 'argon2id')
})

test('a hash that asks for too much is refused at once', async () => {
  await assert.rejects(
    ask({ password: 'a', hash: '$argon2id$v=19$m=4294967295,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc' }),
    /too large/,
  )
  await assert.rejects(ask({ password: 'a', hash: `$2b$31$${'a'.repeat(53)}` }), /too large/)
  await assert.rejects(ask({ password: 'a', hash: 'md5' }), /expected a hash such as/)
})

const SALT = 'c29tZXNhbHQ'
const HASH = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
for (const [hash, said] of [
  [`$2b$03$${'a'.repeat(53)}`, /expected cost ≥ 4, got 3/],
  [`$argon2id$v=19$m=7,t=1,p=1$${SALT}$${HASH}`, /expected m ≥ 8, got 7/],
  [`$argon2id$v=19$m=8,t=1,p=2$${SALT}$${HASH}`, /expected m ≥ 16, got 8/],
  [`$argon2id$v=19$m=8,t=0,p=1$${SALT}$${HASH}`, /expected t ≥ 1, got 0/],
  [`$argon2id$v=19$m=8,t=1,p=0$${SALT}$${HASH}`, /expected p ≥ 1, got 0/],
  [`$argon2id$v=19$m=8,t=1,p=1$YQ$${HASH}`, /expected bytes of salt ≥ 8, got 1/],
  [`$argon2id$v=19$m=8,t=1,p=1$${SALT}$YQ`, /expected bytes of hash ≥ 4, got 1/],
  [`$argon2id$v=19$m=8,t=1,p=1$${SALT}-_$${HASH}`, /expected a hash such as/],
  [`$scrypt$ln=0,r=8,p=1$${SALT}$${HASH}`, /expected ln ≥ 1, got 0/],
  [`$scrypt$ln=4,r=0,p=1$${SALT}$${HASH}`, /expected r ≥ 1, got 0/],
  [`$scrypt$ln=4,r=8,p=0$${SALT}$${HASH}`, /expected p ≥ 1, got 0/],
  [`$scrypt$ln=20,r=64,p=1$${SALT}$${HASH}`, /too large/],
  [`$2$05$${'a'.repeat(53)}`, /expected a hash such as/],
] as const)
  test(`${hash.slice(0, 40)} is refused: ${said.source}`, () => assert.rejects(ask({ password: 'a', hash }), said))

// Of crypt(3) in libxcrypt.
test('$2x$ fits an ASCII password, and is not judged for another', async () => {
  const hash = '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
  assert.equal((await ask({ password: 'U*U', hash })).verdict, 'match')
  await assert.rejects(ask({ password: 'é', hash }), /other than \$2x\$/)
})
