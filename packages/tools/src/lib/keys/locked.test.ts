import assert from 'node:assert/strict'
import { createCipheriv, createHmac, generateKeyPairSync, pbkdf2Sync } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { concatBytes } from '../bytes.ts'
import { DER, writeDer, writeInteger, writeOid } from '../der.ts'
import { toPem } from '../pem.ts'
import { makeOkp } from './curves.ts'
import { noOpenssl, noPuttygen, noSshKeygen, runBeside } from './peers.testing.ts'
import type { FoundKey } from './found-key.ts'
import { isPrivate } from './key.ts'
import { findSshBlob, findSshLine } from './openssh.ts'
import { readKeys } from './read-keys.ts'
import { writeString } from './ssh-wire.ts'

const readOne = async (text: string, passphrase = '') => {
  const keys = await readKeys({ text, passphrase })
  assert.equal(keys.length, 1)
  return keys[0]!
}
const shell = (script: string) => runBeside({}, 'sh', ['-c', script]).toString()
const lineOf = (text: string) => text.split(' ').slice(0, 2).join(' ').trim()

/** The private key and the line of its public half, as ssh-keygen makes them. */
function makeSsh(options: string): { text: string; line: string } {
  const [text = '', line = ''] = shell(`ssh-keygen -q -C 'a b' -f key ${options} && cat key && echo ==== && cat key.pub`).split(
    '====\n',
  )
  return { text, line: lineOf(line) }
}

/** A character of the Base64 in the middle of a text is another one. */
const damage = (text: string, share: number) => {
  const at = Math.floor(text.length * share)
  const place = at + text.slice(at).search(/[A-Za-z0-9](?=[A-Za-z0-9])/)
  return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`
}

/** Bytes that were changed are told, as an error or as a fault of the key, and not as a wrong passphrase. */
async function assertTold(text: string, passphrase: string): Promise<void> {
  const answer = await readOne(text, passphrase).catch((error: unknown) => error)
  if (answer instanceof Error) assert.match(answer.message, /damaged|part of it may be missing|not a point/)
  else assert.notDeepEqual((answer as FoundKey).faults, [])
}

const sshCiphers = [
  'aes256-ctr',
  'aes128-cbc',
  'aes192-ctr',
  '3des-cbc',
  'aes128-gcm@openssh.com',
  'aes256-gcm@openssh.com',
  'chacha20-poly1305@openssh.com',
]
for (const cipher of sshCiphers)
  test(`a key that ssh-keygen has locked with ${cipher} is opened`, { skip: noSshKeygen }, async () => {
    const { text, line } = makeSsh(`-t ed25519 -N 秘密 -a 2 -Z ${cipher}`)
    const { key, comment, faults } = await readOne(text, '秘密')
    assert.equal(findSshLine(key, ''), line)
    assert.deepEqual([isPrivate(key), comment, faults], [true, 'a b', []])
    await assert.rejects(readOne(text, 'x'), /the passphrase does not open this key/)
    await assert.rejects(readOne(text), /passphrase: expected the passphrase it was encrypted with/)
    await assertTold(damage(text, 0.75), '秘密')
  })

for (const type of ['rsa -b 2048', 'ecdsa -b 521'])
  test(`a locked ${type} key of ssh-keygen is opened`, { skip: noSshKeygen }, async () => {
    const { text, line } = makeSsh(`-t ${type} -N abc -a 1`)
    assert.equal(findSshLine((await readOne(text, 'abc')).key, ''), line)
  })

test('a locked key of OpenSSH that lacks its end is damaged', { skip: noSshKeygen }, async () => {
  const { text } = makeSsh('-t ed25519 -N abc -a 1')
  const lines = text.trim().split('\n')
  await assert.rejects(readOne(lines.toSpliced(-2, 1).join('\n'), 'abc'), /part of it may be missing|damaged/)
})

/** A key of openssl, locked by a command that reads key.pem. */
const lockPem = (type: string, lock: string) => shell(`openssl genpkey -quiet ${type} -out key.pem 2>/dev/null; openssl ${lock}`)
for (const lock of [
  'pkcs8 -topk8 -v2 aes-256-cbc',
  'pkcs8 -topk8 -v2 des3',
  'rsa -traditional -des3',
  'rsa -traditional -aes256',
])
  test(`PEM of openssl ${lock}: a wrong passphrase and damage are told apart`, { skip: noOpenssl }, async () => {
    const text = lockPem('-algorithm rsa -pkeyopt rsa_keygen_bits:2048', `${lock} -in key.pem -passout pass:abc`)
    assert.ok(isPrivate((await readOne(text, 'abc')).key))
    // One wrong passphrase in 256 comes with a right padding.
    for (let i = 0; i < (lock.startsWith('rsa') ? 600 : 2); i++)
      await assert.rejects(readOne(text, `x${i}`), /the passphrase does not open this key/)
    const lines = text.trim().split('\n')
    await assert.rejects(
      readOne(lines.toSpliced(-3, 1).join('\n'), 'abc'),
      /passphrase is right, but the file is damaged|part of it may be missing/,
    )
    await assert.rejects(
      readOne(lines.toSpliced(-2, 1, 'AAAA').join('\n'), 'abc'),
      /the file is damaged|part of it may be missing/,
    )
    await assertTold(damage(text, 0.6), 'abc')
  })

for (const [options, isGiven] of [
  ['-v2 sm4-cbc', true],
  ['-v2 sm4-cbc -v2prf hmacWithSHA1', true],
  ['-v2 aes-128-cbc -v2prf hmacWithSHA224', true],
  ['-v2 aes-128-cbc -v2prf hmacWithMD5', false],
] as const)
  test(
    `a key that openssl ${options} has locked is ${isGiven ? 'opened' : 'refused by what it needs'}`,
    { skip: noOpenssl },
    async () => {
      const text = lockPem('-algorithm ed25519', `pkcs8 -topk8 ${options} -in key.pem -passout pass:abc`)
      if (!isGiven) return assert.rejects(readOne(text, 'abc'), /“PBKDF2 1\.2\.840\.113549\.2\.6”/)
      assert.ok(isPrivate((await readOne(text, 'abc')).key))
      return assert.rejects(readOne(text, 'x'), /the passphrase does not open this key/)
    },
  )

test('a key that is locked with SM4 and SM3, as GmSSL does it, is opened', async () => {
  const [salt, iv] = [Buffer.alloc(16, 's'), Buffer.alloc(16, 'i')]
  const { privateKey } = generateKeyPairSync('ed25519')
  const cipher = createCipheriv('sm4-cbc', pbkdf2Sync('abc', salt, 1000, 16, 'sm3'), iv)
  const sealed = Buffer.concat([cipher.update(privateKey.export({ type: 'pkcs8', format: 'der' })), cipher.final()])
  const keyed = writeDer(DER.sequence, writeOid('1.2.156.10197.1.401.2'), writeDer(DER.nothing))
  const derivation = writeDer(DER.sequence, writeDer(DER.octets, salt), writeInteger(1000n), keyed)
  const parameters = writeDer(
    DER.sequence,
    writeDer(DER.sequence, writeOid('1.2.840.113549.1.5.12'), derivation),
    writeDer(DER.sequence, writeOid('1.2.156.10197.1.104.2'), writeDer(DER.octets, iv)),
  )
  const algorithm = writeDer(DER.sequence, writeOid('1.2.840.113549.1.5.13'), parameters)
  const text = toPem('ENCRYPTED PRIVATE KEY', writeDer(DER.sequence, algorithm, writeDer(DER.octets, sealed)))
  assert.ok(isPrivate((await readOne(text, 'abc')).key))
  await assert.rejects(readOne(text, 'x'), /the passphrase does not open this key/)
})

const LEGACY = '-provider legacy -provider default'
for (const scheme of [
  'MD5-DES',
  'MD5-RC2-64',
  'SHA1-DES',
  'SHA1-RC2-64',
  'SHA1-3DES',
  'SHA1-2DES',
  'SHA1-RC2-128',
  'SHA1-RC2-40',
])
  test(`a key that openssl has locked with PBE-${scheme} is opened`, { skip: noOpenssl }, async () => {
    for (const [passphrase, rounds] of [
      ['秘密𝄞', 2048],
      ['a', 1],
      ['long '.repeat(20), 3],
    ] as const) {
      const lock = `pkcs8 ${LEGACY} -topk8 -v1 PBE-${scheme} -iter ${rounds} -in key.pem -passout 'pass:${passphrase}'`
      const [text = '', open = ''] = lockPem('-algorithm ed25519', `${lock} && echo ==== && cat key.pem`).split('====\n')
      assert.deepEqual(await readOne(text, passphrase), await readOne(open))
      await assert.rejects(readOne(text, 'x'), /the passphrase does not open this key/)
      await assert.rejects(readOne(text), /expected the passphrase/)
    }
  })

for (const lock of ['rsa -traditional -des', 'pkcs8 -topk8 -v2 des'])
  test(`a key that openssl ${lock} has locked is opened`, { skip: noOpenssl }, async () => {
    const script = `${lock} ${LEGACY} -in key.pem -passout pass:abc`
    assert.ok(isPrivate((await readOne(lockPem('-algorithm rsa', script), 'abc')).key))
  })

test('a lock of another kind, or one that asks for too much work, is refused', { skip: noOpenssl }, async () => {
  const lock = (options: string) =>
    lockPem('-algorithm ed25519', `pkcs8 ${LEGACY} -topk8 ${options} -in key.pem -passout pass:abc`)
  await assert.rejects(readOne(lock('-v1 PBE-SHA1-RC4-128'), 'abc'), /1\.2\.840\.113549\.1\.12\.1\.1.*remove the encryption/)
  await assert.rejects(readOne(lock('-v1 PBE-SHA1-3DES -iter 1000001'), 'abc'), /1000001 rounds/)
})

const putty = ['rsa -b 1024', 'ecdsa -b 256', 'ecdsa -b 384', 'ecdsa -b 521', 'eddsa -b 255']
const versions = [
  'version=2',
  'version=3,memory=64,passes=2',
  'version=3,kdf=argon2i,memory=64,passes=1',
  'version=3,kdf=argon2d,memory=64,passes=1,parallelism=2',
]
for (const type of putty)
  test(`keys of PuTTY, ${type}, are read in versions 2 and 3, open and locked`, { skip: noPuttygen }, async () => {
    for (const parameters of versions) {
      const script = (file: string) =>
        `printf '${file}' > pass; puttygen -q -t ${type} -C 'a 中' --random-device /dev/urandom --new-passphrase pass --ppk-param ${parameters} -o key.ppk && cat key.ppk && echo ==== && puttygen -q --old-passphrase pass -L key.ppk`
      for (const passphrase of ['', '秘密']) {
        const [text = '', line = ''] = shell(script(passphrase)).split('====\n')
        const { key, form, comment, faults } = await readOne(text, passphrase)
        assert.equal(findSshLine(key, ''), lineOf(line))
        assert.deepEqual([form, comment, faults, isPrivate(key)], ['ppk', 'a 中', [], true])
        await assert.doesNotReject(readOne(text.replaceAll('\n', '\r\n'), passphrase))
        const changed = text.replace('Comment: a', 'Comment: b')
        if (passphrase) {
          await assert.rejects(readOne(text, 'x'), /the passphrase does not open this key/)
          await assert.rejects(readOne(text), /expected the passphrase/)
          await assert.rejects(readOne(changed, passphrase), /passphrase is right, but the file is damaged/)
        } else await assert.rejects(readOne(changed), /Private-MAC.* does not match/)
        await assert.rejects(readOne(text.replace(/Private-MAC.*/, ''), passphrase), /PuTTY file/)
      }
    }
  })

test('a key file of PuTTY and the line of its public half belong together', { skip: noPuttygen }, async () => {
  const text = shell(
    "printf '' > pass; puttygen -q -t eddsa -C a --random-device /dev/urandom --new-passphrase pass -o key.ppk && cat key.ppk && puttygen -L key.ppk",
  )
  const [secret, open] = await readKeys({ text })
  assert.equal(findSshLine(secret!.key, ''), findSshLine(open!.key, ''))
})

test('the last bytes of a seed that are 0 are left out by PuTTY', { skip: noPuttygen }, async () => {
  const seed = Uint8Array.from({ length: 32 }, (_, i) => (i < 30 ? i + 1 : 0))
  const made = makeOkp('Ed25519', () => seed)
  const [blob, plain] = [findSshBlob(made)!, writeString(seed.subarray(0, 30))]
  const mac = createHmac('sha256', '').update(concatBytes(...['ssh-ed25519', 'none', 'a', blob, plain].map(writeString)))
  const lines = (name: string, bytes: Uint8Array) => {
    const all =
      Buffer.from(bytes)
        .toString('base64')
        .match(/.{1,64}/g) ?? []
    return `${name}-Lines: ${all.length}\n${all.join('\n')}\n`
  }
  const text = `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: a\n${lines('Public', blob)}${lines('Private', plain)}Private-MAC: ${mac.digest('hex')}\n`
  const script = 'puttygen -q key -O private-openssh-new -o out && cat out'
  const openssh = runBeside({ key: text }, 'sh', ['-c', script]).toString()
  assert.deepEqual((await readOne(text)).key, made)
  assert.deepEqual((await readOne(openssh)).key, made)
})

test('a file of PuTTY of version 1, or of another cipher, is refused by its name', async () => {
  await assert.rejects(readOne('PuTTY-User-Key-File-1: ssh-rsa\nPrivate-MAC: 00'), /versions 2 and 3/)
  await assert.rejects(
    readOne('PuTTY-User-Key-File-3: ssh-rsa\nEncryption: rot13\nComment: \nPrivate-MAC: 00'),
    /rot13.*aes256-cbc/,
  )
  await assert.rejects(readOne('PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nPrivate-MAC: 00'), /“Comment:”/)
})

test('a file of PuTTY that asks for too much memory or work is refused', { skip: noPuttygen }, async () => {
  const script =
    'printf abc > pass; puttygen -q -t eddsa --random-device /dev/urandom --new-passphrase pass --ppk-param memory=64,passes=2 -o key.ppk && cat key.ppk'
  const text = shell(script)
  await assert.rejects(readOne(text.replace('Memory: 64', 'Memory: 262145'), 'abc'), /up to 262144 KiB/)
  await assert.rejects(readOne(text.replace('Passes: 2', 'Passes: 65537'), 'abc'), /4194304 KiB in all passes/)
  await assert.rejects(readOne(text.replace('Memory: 64', 'Memory: 0'), 'abc'), /Argon2-Memory/)
})

test('locked keys with pieces changed, cut or put in are read or refused', { skip: noSshKeygen || noPuttygen }, async () => {
  const texts = [
    makeSsh('-t ed25519 -N abc -a 1').text,
    makeSsh('-t ed25519 -N abc -a 1 -Z aes256-gcm@openssh.com').text,
    shell(
      'printf abc > pass; puttygen -q -t eddsa -C a --random-device /dev/urandom --new-passphrase pass --ppk-param version=3,memory=64,passes=1 -o key.ppk && cat key.ppk',
    ),
    shell(
      'printf abc > pass; puttygen -q -t ecdsa -C a --random-device /dev/urandom --new-passphrase pass --ppk-param version=2 -o key.ppk && cat key.ppk',
    ),
    lockPem('-algorithm ed25519', 'pkcs8 -topk8 -v2 des3 -iter 1 -in key.pem -passout pass:abc'),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.array(
        fc.record({
          at: fc.nat(600),
          cut: fc.nat(20),
          put: fc.constantFrom('', 'A', '=', '\n', '0', '99', 'Public-Lines: 9\n', ':'),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      async (sample, edits) => {
        const text = edits.reduce((from, { at, cut, put }) => from.slice(0, at) + put + from.slice(at + cut), sample)
        await readKeys({ text, passphrase: 'abc' }).catch((error: unknown) => {
          if (!isAppError(error)) throw error
        })
      },
    ),
    { numRuns: 400 },
  )
})
