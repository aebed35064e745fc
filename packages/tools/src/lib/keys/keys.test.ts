import assert from 'node:assert/strict'
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import { DER, writeBits, writeDer, writeOid } from '../der.ts'
import { createPacer } from '../pacer.ts'
import { toPem } from '../pem.ts'
import { toFingerprints } from './fingerprints.ts'
import { toJwk } from './jwk.ts'
import { isPrivate, toPublic, type Key, type PrivateKey } from './key.ts'
import { makeEc, makeOkp } from './curves.ts'
import { makeRsa } from './make-rsa.ts'
import { findOpenssh, findSshLine } from './openssh.ts'
import { noOpenssl, noSshKeygen, runBeside } from './peers.testing.ts'
import { readKeys } from './read-keys.ts'
import { writePkcs1, writePkcs1Public, writePkcs8, writeSec1, writeSpki } from './write-der.ts'

const random = (sizeBytes: number) => crypto.getRandomValues(new Uint8Array(sizeBytes))
const readOne = async (text: string, passphrase = '') => {
  const keys = await readKeys({ text, passphrase })
  assert.equal(keys.length, 1)
  return keys[0]!
}

async function makeRsaKey(bits: number): Promise<PrivateKey> {
  let last: unknown
  for await (const value of makeRsa(bits, { random, breathe: createPacer() })) last = value
  return last as PrivateKey
}

const made: Readonly<Record<string, PrivateKey>> = {
  Ed25519: makeOkp('Ed25519', random) as PrivateKey,
  X25519: makeOkp('X25519', random) as PrivateKey,
  'P-256': makeEc('P-256', random) as PrivateKey,
  'P-384': makeEc('P-384', random) as PrivateKey,
  'P-521': makeEc('P-521', random) as PrivateKey,
  secp256k1: makeEc('secp256k1', random) as PrivateKey,
  Ed448: makeOkp('Ed448', random) as PrivateKey,
  X448: makeOkp('X448', random) as PrivateKey,
  'RSA 2048': await makeRsaKey(2048),
  'RSA 3072': await makeRsaKey(3072),
}

/** Kinds that OpenSSH has no keys of. */
const NO_SSH: ReadonlySet<string> = new Set(['X25519', 'secp256k1', 'Ed448', 'X448'])

const pkcs8 = (key: PrivateKey) => toPem('PRIVATE KEY', writePkcs8(key))
const spki = (key: Key) => toPem('PUBLIC KEY', writeSpki(key))
const openssh = async (key: PrivateKey, comment = 'ann@example') =>
  toPem('OPENSSH PRIVATE KEY', (await findOpenssh(key, { comment, random }))!, 70)
const old = (key: PrivateKey) =>
  key.type === 'rsa'
    ? toPem('RSA PRIVATE KEY', writePkcs1(key))
    : key.type === 'ec'
      ? toPem('EC PRIVATE KEY', writeSec1(key))
      : undefined

for (const [name, key] of Object.entries(made)) {
  test(`${name}: every form that is written is read as the same key`, async () => {
    const secret = [pkcs8(key), old(key), JSON.stringify(toJwk(key)), NO_SSH.has(name) ? undefined : await openssh(key)]
    for (const text of secret.filter((one) => one !== undefined)) {
      const found = await readOne(text)
      assert.deepEqual(found.key, key)
      assert.deepEqual(found.faults, [])
    }
    const open = [spki(key), JSON.stringify(toJwk(toPublic(key))), findSshLine(key, 'a b')]
    for (const text of open.filter((one) => one !== undefined)) assert.deepEqual((await readOne(text)).key, toPublic(key))
  })

  test(`${name}: Node reads and writes the same`, async () => {
    const secret = createPrivateKey(pkcs8(key))
    const open = createPublicKey(spki(key))
    assert.equal(createPublicKey(secret).export({ type: 'spki', format: 'pem' }), spki(key))
    assert.equal(secret.export({ type: 'pkcs8', format: 'pem' }), pkcs8(key))
    assert.deepEqual(secret.export({ format: 'jwk' }), toJwk(key))
    assert.deepEqual(open.export({ format: 'jwk' }), toJwk(toPublic(key)))
    assert.deepEqual(createPrivateKey({ key: toJwk(key), format: 'jwk' }).export({ format: 'jwk' }), toJwk(key))
    if (key.type === 'rsa') {
      assert.equal(secret.export({ type: 'pkcs1', format: 'pem' }), old(key))
      assert.equal(open.export({ type: 'pkcs1', format: 'pem' }), toPem('RSA PUBLIC KEY', writePkcs1Public(key)))
    }
    if (key.type === 'ec') assert.equal(secret.export({ type: 'sec1', format: 'pem' }), old(key))
  })

  test(`${name}: OpenSSL checks it and gives the same public key`, { skip: noOpenssl }, () => {
    for (const text of [pkcs8(key), old(key)].filter((one) => one !== undefined)) {
      if (key.type !== 'okp') runBeside({ key: text }, 'openssl', ['pkey', '-in', 'key', '-check', '-noout'])
      assert.equal(runBeside({ key: text }, 'openssl', ['pkey', '-in', 'key', '-pubout']).toString(), spki(key))
    }
  })

  if (NO_SSH.has(name)) continue
  test(`${name}: ssh-keygen reads it and prints the same fingerprints`, { skip: noSshKeygen }, async () => {
    const { sshSha256, sshMd5 } = toFingerprints(key)
    const line = findSshLine(key, 'ann@example')!
    assert.equal(
      runBeside({ key: await openssh(key) }, 'ssh-keygen', ['-y', '-P', '', '-f', 'key'])
        .toString()
        .trim(),
      line,
    )
    const list = (hash: string) => runBeside({ 'key.pub': line }, 'ssh-keygen', ['-l', '-E', hash, '-f', 'key.pub']).toString()
    assert.equal(list('sha256').split(' ')[1], sshSha256)
    assert.equal(list('md5').split(' ')[1], sshMd5)
  })
}

const theirs: Readonly<Record<string, { privateKey: KeyObject; publicKey: KeyObject }>> = {
  'RSA 1024': generateKeyPairSync('rsa', { modulusLength: 1024 }),
  'RSA 2047 with exponent 3': generateKeyPairSync('rsa', { modulusLength: 2047, publicExponent: 3 }),
  'RSA 4096': generateKeyPairSync('rsa', { modulusLength: 4096 }),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  Ed25519: generateKeyPairSync('ed25519'),
  X25519: generateKeyPairSync('x25519'),
  secp256k1: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  Ed448: generateKeyPairSync('ed448'),
  X448: generateKeyPairSync('x448'),
}
for (const [name, { privateKey, publicKey }] of Object.entries(theirs))
  test(`${name} of Node: the key and its public half are told to belong together`, async () => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const [secret, open] = await readKeys({ text: `${pem}\n${publicKey.export({ type: 'spki', format: 'pem' })}` })
    assert.deepEqual([secret!.faults, open!.faults], [[], []])
    assert.deepEqual(toPublic(secret!.key), open!.key)
    assert.equal(pkcs8(secret!.key as PrivateKey), pem)
  })

for (const type of ['rsa -b 2048', 'ecdsa', 'ed25519'])
  test(`${type} of ssh-keygen, new and as PEM, is read`, { skip: noSshKeygen }, async () => {
    const script = (format: string) =>
      `ssh-keygen -q -t ${type} -N '' -C 'a b' -m ${format} -f key && cat key && echo && cat key.pub`
    for (const format of type === 'ed25519' ? ['RFC4716'] : ['RFC4716', 'PEM', 'PKCS8']) {
      const [secret, open] = await readKeys({ text: runBeside({}, 'sh', ['-c', script(format)]).toString() })
      assert.equal(open?.comment, 'a b')
      assert.deepEqual(toPublic(secret!.key), open.key)
      assert.deepEqual(secret!.faults, [])
    }
    const rfc4716 = runBeside({}, 'sh', [
      '-c',
      `ssh-keygen -q -t ${type} -N '' -C 'a b' -f key && ssh-keygen -e -f key.pub && cat key.pub`,
    ])
    const keys = await readKeys({ text: rfc4716.toString() })
    assert.equal(keys.length, 2)
    assert.deepEqual(keys[0]?.key, keys[1]?.key)
  })

for (const options of [
  '-v2 aes-256-cbc',
  '-v2 aes-128-cbc -v2prf hmacWithSHA1 -iter 5000',
  '-v2 aes-192-cbc -v2prf hmacWithSHA512',
  '-scrypt',
  '-v2 des-ede3-cbc',
])
  test(`a key that OpenSSL has locked with ${options} is opened`, { skip: noOpenssl }, async () => {
    const key = made['P-256']!
    const locked = runBeside(
      { key: pkcs8(key) },
      'openssl',
      `pkcs8 -topk8 -in key -passout pass:秘密 ${options}`.split(' '),
    ).toString()
    assert.deepEqual((await readOne(locked, '秘密')).key, key)
    await assert.rejects(readOne(locked, 'x'), /passphrase does not open/)
    await assert.rejects(readOne(locked), /passphrase: expected the passphrase it was encrypted with/)
  })

test('an old key with a passphrase is opened', { skip: noOpenssl }, async () => {
  const key = made['RSA 2048']!
  for (const cipher of ['-aes128', '-aes192', '-aes256', '-des3']) {
    const args = ['rsa', '-in', 'key', '-traditional', cipher, '-passout', 'pass:abc']
    const locked = runBeside({ key: pkcs8(key) }, 'openssl', args).toString()
    assert.match(locked, /^-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED/)
    assert.deepEqual((await readOne(locked, 'abc')).key, key)
  }
})

// RFC 8410 §10.1 and §10.3, RFC 8037 §A.1 and §A.3.
test('published keys', async () => {
  const { key } = await readOne(
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----',
  )
  assert.equal(
    spki(key),
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
  )
  const ours = await readOne(
    '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
  )
  assert.deepEqual(ours.faults, [])
  assert.equal(toFingerprints(ours.key).thumbprint, 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
})

test('an RSA key of JWK without its primes is made whole', async () => {
  const { kty, n, e, d } = toJwk(made['RSA 2048']!)
  const { key } = await readOne(JSON.stringify({ kty, n, e, d }))
  assert.ok(key.type === 'rsa' && key.secret)
  assert.equal(key.secret.p * key.secret.q, key.n)
  assert.deepEqual(createPrivateKey(pkcs8(key as PrivateKey)).export({ format: 'jwk' }).n, n)
})

test('a point with both coordinates and a sign is read, with the wrong sign refused', { skip: noOpenssl }, async () => {
  const text = runBeside({}, 'sh', [
    '-c',
    'openssl ecparam -genkey -name prime256v1 -noout | openssl ec -pubout -conv_form hybrid 2>/dev/null',
  ]).toString()
  const der = createPublicKey(text).export({ type: 'spki', format: 'der' })
  const hybrid = Buffer.from(text.replaceAll(/-----.*-----/g, ''), 'base64')
  const { key } = await readOne(text)
  assert.deepEqual(Buffer.from(writeSpki(key)), Buffer.concat([der.subarray(0, 26), Buffer.of(4), hybrid.subarray(27)]))
  hybrid[26] = hybrid[26]! ^ 1
  await assert.rejects(readOne(hybrid.toString('base64')), /not a point of this curve/)
})

test('a private key that carries the public key of another is told', async () => {
  const [a, b] = [makeEc('P-256', random), makeEc('P-256', random)]
  const { faults } = await readOne(toPem('EC PRIVATE KEY', writeSec1({ ...a, point: b.point })))
  assert.match(faults[0]!.en, /belongs to another/)
  const [c, d] = [makeOkp('Ed25519', random), makeOkp('Ed25519', random)]
  assert.match((await readOne(JSON.stringify({ ...toJwk(c), x: toJwk(d)['x'] }))).faults[0]!.en, /belongs to another/)
})

test('RSA numbers that do not fit are told', async () => {
  const jwk = toJwk(made['RSA 2048']!)
  for (const change of [{ d: 'AQAB' }, { dp: 'Aw' }, { qi: 'Aw' }, { n: toJwk(made['RSA 3072']!)['n']! }]) {
    const { faults } = await readOne(JSON.stringify({ ...jwk, ...change }))
    assert.match(faults[0]!.en, /do not match/)
  }
})

const wrong = [
  ['', /expected a key/],
  ['hello world', /text: expected a key.*, got another text of 11 characters/],
  ['nicht', /text: expected a key.*, got another text of 5 characters/],
  ['not: a key', /text: expected a key.*, got another text of 10 characters/],
  ['-----BEGIN PRIVATE KEY-----\nMC4C', /no complete/],
  ['-----BEGIN PRIVATE KEY-----\nMC4CAQAw\n-----END PRIVATE KEY-----', /part of it may be missing/],
  ['{"kty":"oct","k":"AAAA"}', /no public key/],
  ['{"kty":"EC","crv":"P-192","x":"AA","y":"AA"}', /P-256, P-384/],
  [
    '-----BEGIN EC PARAMETERS-----\nBgUrgQQAIg==\n-----END EC PARAMETERS-----',
    /the parameters that keys are made with, and no key/,
  ],
  ['{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}', /32 bytes each/],
  ['{"a":', /not complete JSON/],
  ['PuTTY-User-Key-File-3: ssh-ed25519', /PuTTY file/],
  ['ssh-dss AAAAB3NzaC1kc3M=', /ssh-rsa, ecdsa/],
  ['sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29t', /security key/],
] as const
for (const [text, message] of wrong)
  test(`refused: ${text.slice(0, 40) || 'nothing'}`, () => assert.rejects(readOne(text), message))

for (const curve of ['secp224k1', 'brainpoolP320r1'])
  test(`${curve} is refused by its name`, async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: curve })
    await assert.rejects(readOne(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()), new RegExp(curve))
  })

// NIST's register of algorithms: 2.16.840.1.101.3.4.3 signs, .4 agrees on keys.
for (const [oid, name] of [
  ['2.16.840.1.101.3.4.3.18', 'ML-DSA-65'],
  ['2.16.840.1.101.3.4.4.2', 'ML-KEM-768'],
  ['2.16.840.1.101.3.4.3.20', 'SLH-DSA-SHA2-128s'],
  ['2.16.840.1.101.3.4.3.31', 'SLH-DSA-SHAKE-256f'],
] as const)
  test(`${name} is refused by its name`, () => {
    const der = writeDer(DER.sequence, writeDer(DER.sequence, writeOid(oid)), writeBits(new Uint8Array(64)))
    return assert.rejects(readOne(toPem('PUBLIC KEY', der)), new RegExp(name))
  })

test('texts with pieces changed, cut or put in are read or refused', async () => {
  const texts = Object.values(made).flatMap((key) => [
    pkcs8(key),
    JSON.stringify(toJwk(key)),
    JSON.stringify({ keys: [toJwk(toPublic(key))] }),
    findSshLine(key, 'a') ?? spki(key),
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.array(
        fc.record({
          at: fc.nat(400),
          cut: fc.nat(30),
          put: fc.oneof(
            fc.string({ unit: anyCharacter, maxLength: 4 }),
            fc.constantFrom('"', '{', '-----', '\n', 'A', '=', '_', 'null'),
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      async (sample, edits) => {
        const text = edits.reduce((from, { at, cut, put }) => from.slice(0, at) + put + from.slice(at + cut), sample)
        await readKeys({ text, passphrase: 'x' }).catch((error: unknown) => {
          if (!isAppError(error)) throw error
        })
      },
    ),
    { numRuns: 1_000 },
  )
})

test('keys with bytes changed, cut or put in are read or refused', async () => {
  const ssh = (key: PrivateKey) => findOpenssh(key, { comment: '', random })
  const samples = Object.values(made).flatMap((key) =>
    key.type === 'rsa' ? [] : [writePkcs8(key), writeSpki(key), ...(key.type === 'ec' ? [writeSec1(key)] : []), ssh(key)],
  )
  const rsa = made['RSA 2048'] as PrivateKey & { type: 'rsa' }
  const written = await Promise.all([...samples, writePkcs8(rsa), writePkcs1(rsa), ssh(rsa)])
  const all = written.filter((one) => one !== undefined)
  const labels = ['PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'X']
  let count = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...all),
      fc.array(fc.record({ at: fc.nat(120), cut: fc.nat(2), put: fc.uint8Array({ maxLength: 2 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom(...labels),
      async (sample, edits, label) => {
        const bytes = edits.reduce(
          (from, { at, cut, put }) => Uint8Array.from([...from.slice(0, at), ...put, ...from.slice(at + cut)]),
          sample,
        )
        const wanted = createHash('sha256').update(bytes).digest()[0]! < 128 && sample[0] === 0x6f ? 'OPENSSH PRIVATE KEY' : label
        try {
          const [found] = await readKeys({ text: toPem(wanted, bytes), passphrase: 'x' })
          assert.ok(found)
          if (isPrivate(found.key)) writePkcs8(found.key)
          count++
        } catch (error) {
          if (!isAppError(error)) throw error
        }
      },
    ),
    { numRuns: 1_500 },
  )
  assert.ok(count > 0)
})

for (const text of ['[]', '{"keys":[]}'])
  test(`a set of no keys is refused: ${text}`, () => assert.rejects(readKeys({ text }), /the set has no keys in it/))

test('a key of OpenPGP is refused by its name', () =>
  assert.rejects(
    readKeys({ text: '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZ0\n=abcd\n-----END PGP PUBLIC KEY BLOCK-----' }),
    /“PGP” cannot be processed: it is OpenPGP: “OpenPGP keys and signatures” reads keys/,
  ))

for (const curve of ['brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1', 'SM2'] as const)
  test(
    `${curve} of OpenSSL is read, its public key found, and both written as OpenSSL writes them`,
    { skip: noOpenssl },
    async () => {
      const options = `-algorithm EC -pkeyopt ec_paramgen_curve:${curve} -pkeyopt ec_param_enc:named_curve`
      const text = runBeside({}, 'openssl', `genpkey ${options}`.split(' ')).toString()
      const open = runBeside({ key: text }, 'openssl', 'pkey -in key -pubout'.split(' ')).toString()
      const { key, faults } = await readOne(text)
      assert.deepEqual(faults, [])
      assert.deepEqual([spki(key), pkcs8(key as PrivateKey)], [open, text])
      assert.deepEqual(toPublic(key), (await readOne(open)).key)
      assert.deepEqual((await readOne(old(key as PrivateKey)!)).key, key)
      assert.deepEqual([toFingerprints(key).thumbprint, findSshLine(key, '')], [undefined, undefined])
    },
  )

test('DSA keys are refused by their name, in all three forms', { skip: noOpenssl }, async () => {
  const { privateKey, publicKey } = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const old = runBeside({ key: secret }, 'openssl', 'pkey -in key -traditional'.split(' ')).toString()
  assert.match(old, /BEGIN DSA PRIVATE KEY/)
  for (const text of [secret, old, publicKey.export({ type: 'spki', format: 'pem' }).toString()])
    await assert.rejects(readOne(text), /“DSA” cannot be processed/)
})
