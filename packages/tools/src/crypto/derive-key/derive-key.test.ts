import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { hkdfSync, pbkdf2Sync, scryptSync } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { skipReason } from '../cipher/openssl.testing.ts'
import tool from './tool.ts'

type Answer = {
  readonly text: string
  readonly iv?: string
  readonly notes: readonly string[]
  readonly snippets: readonly { readonly language: string; readonly code: string }[]
}
const ask = (input: object) => answerTool(tool, input, createTestHost()) as Promise<Answer>

const IKM = '0b'.repeat(22)
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => (from + at).toString(16).padStart(2, '0')).join('')
const HEX = { secretFormat: 'hex', saltFormat: 'hex', infoFormat: 'hex' }

const RFC_6070 = { hash: 'sha1', sizeBytes: 20 }
const RFC_5869 = { method: 'hkdf', ...HEX, sizeBytes: 42 }
const vectors: readonly (readonly [name: string, input: object, key: string])[] = [
  ['RFC 6070, 1 round', { secret: 'password', salt: 'salt', ...RFC_6070, rounds: 1 }, '0c60c80f961f0e71f3a9b524af6012062fe037a6'],
  [
    'RFC 6070, 2 rounds',
    { secret: 'password', salt: 'salt', ...RFC_6070, rounds: 2 },
    'ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957',
  ],
  [
    'RFC 6070, 4096 rounds',
    { secret: 'password', salt: 'salt', ...RFC_6070, rounds: 4096 },
    '4b007901b765489abead49d926f721d065a429c1',
  ],
  [
    'RFC 6070, NUL inside',
    { ...HEX, secret: '7061737300776f7264', salt: '7361006c74', hash: 'sha1', rounds: 4096, sizeBytes: 16 },
    '56fa6aa75548099dcc37d7f03425e0c3',
  ],
  [
    'RFC 7914 §11, 1 round',
    { secret: 'passwd', salt: 'salt', rounds: 1, sizeBytes: 64 },
    '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
  ],
  [
    'RFC 7914 §11, 80000 rounds',
    { secret: 'Password', salt: 'NaCl', rounds: 80_000, sizeBytes: 64 },
    '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d',
  ],
  [
    'RFC 5869 A.1',
    { ...RFC_5869, secret: IKM, salt: range(0, 0x0d), info: range(0xf0, 0xfa) },
    '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  ],
  [
    'RFC 5869 A.1, extract',
    { ...RFC_5869, secret: IKM, salt: range(0, 0x0d), step: 'extract' },
    '077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5',
  ],
  [
    'RFC 5869 A.1, expand',
    {
      ...RFC_5869,
      secret: '077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5',
      info: range(0xf0, 0xfa),
      step: 'expand',
    },
    '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  ],
  [
    'RFC 5869 A.2',
    { ...RFC_5869, secret: range(0, 0x50), salt: range(0x60, 0xb0), info: range(0xb0, 0x100), sizeBytes: 82 },
    'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
  ],
  [
    'RFC 5869 A.3',
    { ...RFC_5869, secret: IKM },
    '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
  ],
  [
    'RFC 5869 A.4',
    { ...RFC_5869, hash: 'sha1', secret: '0b'.repeat(11), salt: range(0, 0x0d), info: range(0xf0, 0xfa) },
    '085a01ea1b10f36933068b56efa5ad81a4f14b822f5b091568a9cdd4f155fda2c22e422478d305f3f896',
  ],
  [
    'RFC 5869 A.5',
    { ...RFC_5869, hash: 'sha1', secret: range(0, 0x50), salt: range(0x60, 0xb0), info: range(0xb0, 0x100), sizeBytes: 82 },
    '0bd770a74d1160f7c9f12cd5912a06ebff6adcae899d92191fe4305673ba2ffe8fa3f1a4e5ad79f3f334b3b202b2173c486ea37ce3d397ed034c7f9dfeb15c5e927336d0441f4c4300e2cff0d0900b52d3b4',
  ],
  [
    'RFC 5869 A.7',
    { ...RFC_5869, hash: 'sha1', secret: '0c'.repeat(22) },
    '2c91117204d745f3500d636a62f64f0ab3bae548aa53d423b0d1f27ebba6f5e5673a081d70cce7acfc48',
  ],
  [
    'RFC 7914 §12, nothing',
    { method: 'scrypt', secret: '', logN: 4, blockSize: 1, sizeBytes: 64 },
    '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
  ],
  [
    'RFC 7914 §12, p = 16',
    { method: 'scrypt', secret: 'password', salt: 'NaCl', logN: 10, lanes: 16, sizeBytes: 64 },
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
  ],
  [
    'RFC 7914 §12, N = 16384',
    { method: 'scrypt', secret: 'pleaseletmein', salt: 'SodiumChloride', logN: 14, sizeBytes: 64 },
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
  ],
  // Of the Argon2 reference program.
  [
    'Argon2id',
    { method: 'argon2id', secret: 'password', salt: 'somesalt', memoryKib: 256 },
    '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe',
  ],
  [
    'Argon2id, two lanes',
    { method: 'argon2id', secret: 'password', salt: 'somesalt', memoryKib: 256, lanes: 2 },
    '6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037',
  ],
  [
    'Argon2i',
    { method: 'argon2i', secret: 'password', salt: 'somesalt', memoryKib: 65_536 },
    'c1628832147d9720c5bd1cfd61367078729f6dfb6f8fea9ff98158e0d7816ed0',
  ],
]
for (const [name, input, key] of vectors) test(`${name} is as published`, async () => assert.equal((await ask(input)).text, key))

const bytes = fc.uint8Array({ maxLength: 80 }).map((value) => Buffer.from(value))
const ofNode = fc.constantFrom('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sm3')

test('any bytes give the keys that Node.js derives', async () => {
  const sizes = fc.integer({ min: 4, max: 200 })
  await fc.assert(
    fc.asyncProperty(bytes, bytes, bytes, ofNode, sizes, async (secret, salt, info, hash, sizeBytes) => {
      const given = { ...HEX, hash, sizeBytes, secret: secret.toString('hex'), salt: salt.toString('hex') }
      assert.equal((await ask({ ...given, rounds: 3 })).text, pbkdf2Sync(secret, salt, 3, sizeBytes, hash).toString('hex'))
      const expanded = Buffer.from(hkdfSync(hash, secret, salt, info, sizeBytes)).toString('hex')
      assert.equal((await ask({ ...given, method: 'hkdf', info: info.toString('hex') })).text, expanded)
      const cost = { method: 'scrypt', logN: 3, blockSize: 2, lanes: 3 }
      assert.equal(
        (await ask({ ...given, ...cost })).text,
        scryptSync(secret, salt, sizeBytes, { N: 8, r: 2, p: 3 }).toString('hex'),
      )
    }),
    { numRuns: 40 },
  )
})

test('EVP_BytesToKey gives key and IV of openssl enc', { skip: skipReason }, async () => {
  for (const [hash, salt] of [
    ['md5', '0102030405060708'],
    ['sha256', 'ffffffffffffffff'],
    ['sha512', ''],
  ] as const) {
    const salted = salt === '' ? ['-nosalt'] : ['-S', salt]
    const args = ['enc', '-aes-256-cbc', '-md', hash, '-pass', 'pass:密码', ...salted, '-P']
    const said = execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const { text, iv } = await ask({ method: 'evp', secret: '密码', salt, saltFormat: 'hex', hash, ivBytes: 16 })
    assert.match(said, new RegExp(`key=${text}\\n`, 'i'))
    assert.match(said, new RegExp(`iv *=${iv}\\n`, 'i'))
  }
})

test('every round of EVP_BytesToKey counts', async () => {
  const one = { method: 'evp', secret: 'a', hash: 'sha1', sizeBytes: 20 }
  const first = (await ask(one)).text
  const second = (await ask({ ...one, count: 2 })).text
  const { createHash } = await import('node:crypto')
  assert.equal(first, createHash('sha1').update('a').digest('hex'))
  assert.equal(second, createHash('sha1').update(Buffer.from(first, 'hex')).digest('hex'))
})

const jobs = [
  { secret: '密码', salt: 'NaCl', rounds: 1000, sizeBytes: 20, hash: 'sha512' },
  { method: 'hkdf', secret: 'a secret that is long', salt: 'salt', info: 'app', sizeBytes: 100 },
  { method: 'hkdf', secret: 'a secret that is long', salt: 'salt', step: 'extract', hash: 'sha384' },
  { method: 'hkdf', secret: 'a secret that is long', info: 'app', step: 'expand' },
  { method: 'scrypt', secret: 'a', salt: 'b', logN: 15, blockSize: 8, lanes: 2 },
] as const
for (const job of jobs)
  test(`the code for ${JSON.stringify(job)} prints the same key`, { skip: skipReason }, async () => {
    const { text, snippets } = await ask(job)
    const codes = new Map(snippets.map(({ language, code }) => [language, code]))
    const said = execFileSync('sh', ['-c', codes.get('OpenSSL 3')!], { encoding: 'utf8' })
    assert.equal(said.replaceAll(/[:\s]/g, '').toLowerCase(), text)
    const node = codes.get('Node.js')
    if (!('step' in job)) assert.equal(execFileSync(process.execPath, ['-p', node!], { encoding: 'utf8' }).trim(), text)
    else assert.equal(node, undefined)
  })

const python = findPython()
test('the Python code prints the same key', { skip: python ? false : 'no python3 here: not compared with it' }, async () => {
  for (const job of [jobs[0], jobs[4]]) {
    const { text, snippets } = await ask(job)
    const { code } = snippets.find(({ language }) => language === 'Python')!
    assert.equal(execFileSync('python3', ['-c', code], { encoding: 'utf8' }).trim(), text)
  }
})

function findPython(): boolean {
  try {
    return execFileSync('python3', ['-c', 'print(1)'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) === '1\n'
  } catch {
    return false
  }
}

for (const [input, said] of [
  [{ method: 'scrypt', secret: 'a', logN: 20, blockSize: 8 }, /256 MiB.*1024 MiB/],
  [{ method: 'scrypt', secret: 'a', logN: 17, blockSize: 8, lanes: 64 }, /N · r · p/],
  [{ method: 'argon2id', secret: 'a', salt: 'short' }, /salt: expected 8 bytes or more, got 5 bytes/],
  [{ method: 'argon2id', secret: '', salt: 'somesalt' }, /secret: expected one byte or more, got 0 bytes/],
  [{ method: 'argon2id', secret: 'a', salt: 'somesalt', memoryKib: 8, lanes: 2 }, /expected ≥ 16, got 8/],
  [{ method: 'evp', secret: 'a', salt: 'somesalts' }, /salt: expected 8 bytes, or none, got 9 bytes/],
  [{ secret: 'xyz', secretFormat: 'hex' }, /secret/],
  [{ secret: '\ud800' }, /secret/],
  [{ secret: 'a', rounds: 0 }, /rounds/],
  [{ secret: 'a', sizeBytes: 2000 }, /sizeBytes/],
] as const)
  test(`${JSON.stringify(input)} is refused: ${said.source}`, () => assert.rejects(ask(input), said))

test('what is weak is said, what is not is left alone', async () => {
  const good = { secret: 'a', salt: '0123456789abcdef', rounds: 600_000 }
  assert.deepEqual((await ask(good)).notes, [])
  assert.match((await ask({ ...good, rounds: 1000 })).notes.join(), /600,000 rounds or more/)
  assert.match((await ask({ ...good, salt: '' })).notes.join(), /Without a salt/)
  assert.match((await ask({ ...good, method: 'hkdf' })).notes.join(), /HKDF does not slow guessing/)
})

test('as Base64 it is the same key', async () => {
  const { text } = await ask({ secret: 'passwd', salt: 'salt', rounds: 1, sizeBytes: 64, format: 'base64' })
  assert.equal(Buffer.from(text, 'base64').toString('hex'), vectors[4]![2])
})
