import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'
import { cryptPassword, type CryptMark } from '../../lib/crypt/unix-crypt.ts'

const ask = (input: object) =>
  answerTool(tool, input, createTestHost()) as Promise<{ text: string; verdict?: string; algorithm: string }>

// crypt(3) of libxcrypt 4.4, htpasswd of Apache 2.4, and hashlib of Python 3.12 put together as each program documents it.
const HORSE: readonly (readonly [hash: string, algorithm: string])[] = [
  [
    '$6$rounds=10000$saltsaltsaltsalt$YymDQcDiPAPffG37wC0ejpCZb/xQsJhGY1cHJm2zkZSqidwOudukvGlotbMGQxkhtPRs0ZAbTYxJp96xB5KQ91',
    'sha512crypt',
  ],
  [
    'ada:$6$LP/bMpWAqnN8qgTw$dDuMEAOKpnBzDxn6SBk78V3yN3NEgw.K1Bmllt3g6q3awxS/A/o4bGIkVYKxFG.V7cRd8oWrXKTPWQ006HFcA1:19000:0:99999:7:::',
    'sha512crypt',
  ],
  ['ada:$5$ApnopVMzHr7x8YJA$R2d7GtsnvgoVxfQQUcH9sR8ba7oxTTxnBx/ceZ41TvB', 'sha256crypt'],
  ['$5$rounds=5000$ApnopVMzHr7x8YJA$R2d7GtsnvgoVxfQQUcH9sR8ba7oxTTxnBx/ceZ41TvB', 'sha256crypt'],
  ['$1$abcdefgh$y6iHhJNbuC0xpbk0w9pm80', 'md5crypt'],
  ['ada:$apr1$e4g0qm2N$7/ous7ntuapl5FKAPnlht0', 'apr1'],
  ['ada:{SHA}L55TUjtiq8FBorTWAZ0jy6g129A=', 'sha'],
  ['{SSHA}PyZ6NVyiOhZ02TYNQMWqSqwUJVoBAgP/', 'ssha'],
  ['{SSHA512}DJzlqI3uj1uv1AbGLDjvkk8BaxPrj5JTfHtJId5jJvH23Vk+rNVNtfGvpos+P55BrYBCrZ6Hu7SorlSOR9uJIwECA/8=', 'ssha512'],
  ['pbkdf2_sha256$1000$seasalt$mQnueSakb748zqBAC1tmWVZsZbi2zPGZarEzTGdfmso=', 'pbkdf2-sha256'],
  [
    '$pbkdf2-sha512$1000$MDEyMzQ1Njc4OWFiY2RlZg$OM0FAoIqCVK1sWtxDiffVlBejtLa.ks4TP71JiecwuSZCG8iLbnlIEPOMoVX.i2B2wkSxjQ8CRGR9OkNGuIPMQ',
    'pbkdf2-sha512',
  ],
  ['$pbkdf2$1000$MDEyMzQ1Njc4OWFiY2RlZg$aUfE2vx5Q7zgbb0jx49AaNpXUQQ', 'pbkdf2-sha1'],
  ['pbkdf2:sha256:1000$seasalt$9909ee7926a46fbe3ccea0400b5b6659566c65b8b6ccf1996ab1334c675f9aca', 'pbkdf2-sha256'],
]
for (const [hash, algorithm] of HORSE)
  test(`a password fits ${hash.slice(0, 40)}, and another does not`, async () => {
    assert.deepEqual(await ask({ password: 'correct horse', hash }), { text: hash, algorithm, verdict: 'match' })
    assert.equal((await ask({ password: 'Correct horse', hash })).verdict, 'differs')
  })

test('what was made fits, another password does not, and a name makes a line', async () => {
  for (const algorithm of ['sha512crypt', 'sha256crypt', 'apr1', 'md5crypt', 'ssha']) {
    const { text } = await ask({ password: '密码 😀', algorithm, user: 'ada', rounds: 1000 })
    assert.match(text, /^ada:[${]/)
    assert.equal((await ask({ password: '密码 😀', hash: text })).verdict, 'match', text)
    assert.equal((await ask({ password: '密码', hash: text })).verdict, 'differs')
  }
  await assert.rejects(ask({ password: 'a', user: 'a:b' }), /without a colon/)
})

test('rounds stand in the hash only where they are not the usual ones', async () => {
  assert.match((await ask({ password: 'a', algorithm: 'sha512crypt' })).text, /^\$6\$[./\dA-Za-z]{16}\$[./\dA-Za-z]{86}$/)
  assert.match((await ask({ password: 'a', algorithm: 'sha256crypt', rounds: 1234 })).text, /^\$5\$rounds=1234\$/)
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
test('hashes are those of openssl passwd', { skip: !hasOpenssl && 'no openssl here' }, () => {
  const salts: readonly (readonly [CryptMark, string])[] = [
    ['6', 'a'],
    ['6', '0123456789abcdef'],
    ['5', './AZaz'],
    ['5', 'ninechars'],
    ['1', 'abc'],
    ['apr1', '12345678'],
  ]
  const passwords = ['x', '密码', 'a'.repeat(15), 'b'.repeat(16), 'c'.repeat(31), 'd'.repeat(64), '😀'.repeat(20)]
  for (const [mark, salt] of salts) {
    const made = execFileSync('openssl', ['passwd', `-${mark}`, '-salt', salt, '-stdin'], { input: passwords.join('\n') })
    assert.deepEqual(
      passwords.map((password) => cryptPassword({ mark, password, salt })),
      made.toString().trim().split('\n'),
      mark,
    )
  }
})

for (const [hash, said] of [
  [`$6$rounds=999$salt$${'a'.repeat(86)}`, /expected rounds ≥ 1000, got 999/],
  [`$6$rounds=999999999$salt$${'a'.repeat(86)}`, /too large/],
  [`pbkdf2_sha256$999999999$salt$${'a'.repeat(44)}`, /too large/],
  [`pbkdf2_sha256$0$salt$${'a'.repeat(44)}`, /expected rounds ≥ 1, got 0/],
  [`$6$salt$${'a'.repeat(85)}`, /expected a hash such as/],
  ['{SHA}AAAA', /expected a hash such as/],
  ['$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7', /expected a hash such as/],
] as const)
  test(`${hash.slice(0, 30)} is refused: ${said.source}`, () => assert.rejects(ask({ password: 'a', hash }), said))

test('crypt is not given what it would cut or take minutes for', async () => {
  await assert.rejects(ask({ password: 'a\0b', algorithm: 'sha512crypt' }), /no NUL character/)
  await assert.rejects(ask({ password: 'a'.repeat(513), algorithm: 'apr1' }), /at most 512 bytes.*got 513/)
})
