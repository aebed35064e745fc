import assert from 'node:assert/strict'
import { createHash, createHmac as nodeHmac, getHashes } from 'node:crypto'
import { test } from 'node:test'
import * as z from 'zod'
import { answerTool, runTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { ALGORITHM_IDS, ALGORITHMS, createHmac, type AlgorithmId } from './algorithms.ts'
import { parseSums } from './compare.ts'
import type { HashOutput } from './hash-all.ts'
import tool from './tool.ts'

const host = createTestHost()
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<HashOutput>
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const digest = async (id: AlgorithmId, text: string) => {
  const hasher = await ALGORITHMS[id].create()
  hasher.update(new TextEncoder().encode(text))
  return toHex(hasher.digest())
}

test('the summary counts the algorithms', () => {
  for (const words of Object.values(tool.summary)) assert.equal(Number(/\d+/.exec(words)?.[0]), ALGORITHM_IDS.length)
})

// From the RFCs, FIPS 180-4 and 202, GB/T 32905, ISO 10118-3, the CRC catalogue's check values and the algorithms' own papers.
const VECTORS: Record<AlgorithmId, readonly [string, string]> = {
  md2: ['abc', 'da853b0d3f88d99b30283a69e6ded6bb'],
  md4: ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
  md5: ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  sha1: ['abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  sha224: ['abc', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
  sha256: ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  sha384: ['abc', 'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7'],
  sha512: [
    'abc',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
  'sha512-224': ['abc', '4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa'],
  'sha512-256': ['abc', '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23'],
  'sha3-224': ['abc', 'e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf'],
  'sha3-256': ['abc', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
  'sha3-384': ['abc', 'ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25'],
  'sha3-512': [
    'abc',
    'b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0',
  ],
  shake128: ['', '7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26'],
  shake256: [
    '',
    '46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be',
  ],
  'keccak-256': ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  'keccak-512': [
    '',
    '0eab42de4c3ceb9235fc91acffe746b29c29a8c366b7c60e4e67c466f36a4304c00fa9caf9d87976ba469bcbe06713b435f091ef2769fb160cdab33d3670680e',
  ],
  'blake2b-512': [
    'abc',
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
  ],
  'blake2b-256': ['abc', 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319'],
  'blake2s-256': ['abc', '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982'],
  blake3: ['abc', '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85'],
  sm3: ['abc', '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0'],
  ripemd160: ['abc', '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'],
  whirlpool: [
    'abc',
    '4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5',
  ],
  ntlm: ['password', '8846f7eaee8fb117ad06bdd830b7586c'],
  crc32: ['123456789', 'cbf43926'],
  crc32c: ['123456789', 'e3069283'],
  crc64: ['123456789', '995dc9bbdf1939fa'],
  'crc64-iso': ['123456789', 'b90956c775a41001'],
  'crc16-arc': ['123456789', 'bb3d'],
  'crc16-modbus': ['123456789', '4b37'],
  'crc16-ccitt': ['123456789', '29b1'],
  'crc16-xmodem': ['123456789', '31c3'],
  'crc16-kermit': ['123456789', '2189'],
  'crc16-x25': ['123456789', '906e'],
  adler32: ['Wikipedia', '11e60398'],
  xxh32: ['', '02cc5d05'],
  xxh64: ['', 'ef46db3751d8e999'],
  xxh3: ['', '2d06800538d394c2'],
  xxh128: ['', '99aa06d3014798d86001c324468d497f'],
}

for (const id of ALGORITHM_IDS)
  test(`${id}: published vector`, async () => {
    const [text, expected] = VECTORS[id]
    assert.equal(await digest(id, text), expected)
    assert.equal(expected.length * 4, ALGORITHMS[id].bits)
  })

test('md2: the other vectors of RFC 1319', async () => {
  assert.equal(await digest('md2', ''), '8350e5a3e24c153df2275c9f80692773')
  assert.equal(
    await digest('md2', '12345678901234567890123456789012345678901234567890123456789012345678901234567890'),
    'd5976f79d83d3a0dc9806c3c66f3efd8',
  )
})

const PEERS = [
  'md5',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'sha512-256',
  'sha3-256',
  'sha3-512',
  'ripemd160',
  'sm3',
  'blake2b512',
] as const
for (const peer of PEERS)
  test(
    `${peer}: OpenSSL’s library agrees on pieces of every size`,
    { skip: getHashes().includes(peer) ? false : `${peer} is absent here` },
    async () => {
      const id = (peer === 'blake2b512' ? 'blake2b-512' : peer) as AlgorithmId
      const data = Uint8Array.from({ length: 5000 }, (_, i) => (i * 131) & 0xff)
      const hasher = await ALGORITHMS[id].create()
      for (let at = 0, size = 1; at < data.length; at += size, size = (size * 3) % 251)
        hasher.update(data.subarray(at, at + size))
      assert.equal(toHex(hasher.digest()), createHash(peer).update(data).digest('hex'))
    },
  )

for (const id of ['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-512', 'ripemd160', 'sm3'] as const)
  test(`HMAC-${id}: OpenSSL’s library agrees for short and long keys`, async () => {
    for (const key of ['', 'Jefe', 'k'.repeat(200)].map((text) => new TextEncoder().encode(text))) {
      const hmac = await createHmac(id, key)
      hmac.update(new TextEncoder().encode('data'))
      assert.equal(toHex(hmac.digest()), nodeHmac(id, key).update('data').digest('hex'))
    }
  })

for (const id of ['sha512-224', 'sha512-256'] as const)
  test(`HMAC-${id} is keyed like any hash of the family`, async () => {
    for (const hmacKey of ['Jefe', 'k'.repeat(100), 'k'.repeat(200)])
      assert.equal((await ask({ text: 'data', algorithm: id, hmacKey })).text, nodeHmac(id, hmacKey).update('data').digest('hex'))
  })

test('a file is hashed in pieces and tells its progress', async () => {
  const data = new Uint8Array(20 * 1024 * 1024).fill(7)
  const values: HashOutput[] = []
  for await (const value of runTool(tool, { file: new File([data], 'big.bin'), algorithm: 'sha256' }, host))
    values.push(value as HashOutput)
  assert.ok(values.length >= 3)
  assert.ok(values.slice(0, -1).every(({ progress = 0 }) => progress > 0 && progress < 1))
  assert.equal(values.at(-1)?.text, createHash('sha256').update(data).digest('hex'))
})

test('a run stops when it is cancelled', async () => {
  const controller = new AbortController()
  const file = new Blob([new Uint8Array(30 * 1024 * 1024)])
  await assert.rejects(async () => {
    for await (const _ of runTool(tool, { file, algorithm: 'md5' }, createTestHost({ signal: controller.signal })))
      controller.abort()
  }, /cancelled/)
})

test('sums are compared, whichever way they are written', async () => {
  const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
  for (const expected of [
    sha256.toUpperCase(),
    `${sha256}  a.txt`,
    `${sha256} *a.txt`,
    `SHA256 (a.txt) = ${sha256}`,
    `sha256:${sha256}`,
    'sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  ]) {
    const { verdict, matched } = await ask({ text: 'hello', expected })
    assert.equal(verdict, 'match', expected)
    assert.match(matched ?? '', /SHA-256/)
  }
  assert.equal((await ask({ text: 'hello', expected: 'bc4b2a76b9719d91' })).verdict, 'match')
  assert.equal((await ask({ text: 'hello!', expected: sha256 })).verdict, 'differs')
  await assert.rejects(ask({ text: 'hello', expected: 'what?' }), /expected a sum/)
})

test('in a list, a file with a name is held against its own line', async () => {
  const list = '5d41402abc4b2a76b9719d911017c592  other.txt\n7d793037a0760186574b0282f2f435e7  a.txt\n'
  assert.equal((await ask({ file: new File(['hello'], 'a.txt'), expected: list })).verdict, 'differs')
  assert.equal((await ask({ file: new File(['world'], 'a.txt'), expected: list })).verdict, 'match')
  assert.equal(parseSums(list).length, 2)
})

test('salt goes before or after', async () => {
  assert.equal((await ask({ text: 'b', salt: 'c', algorithm: 'md5' })).text, createHash('md5').update('bc').digest('hex'))
  assert.equal(
    (await ask({ text: 'b', salt: 'a', saltPlace: 'before', algorithm: 'md5' })).text,
    createHash('md5').update('ab').digest('hex'),
  )
})

test('GB18030 text has another hash', async () => {
  assert.equal(
    (await ask({ text: '中文', textFormat: 'gb18030', algorithm: 'md5' })).text,
    createHash('md5').update(Buffer.from('d6d0cec4', 'hex')).digest('hex'),
  )
})

test('several files give a list that sha256sum reads, compared name by name', async () => {
  const files = ['one', 'two', 'three'].map((text) => new File([text], `${text}.txt`))
  const ask = async (input: object) => (await answerTool(tool, { files, ...input }, createTestHost())) as HashOutput
  const plain = await ask({ algorithm: 'sha256' })
  const lines = ['one', 'two', 'three'].map((text) => `${createHash('sha256').update(text).digest('hex')}  ${text}.txt`)
  assert.equal(plain.text, lines.join('\n'))
  const expected = [lines[0], `${'0'.repeat(64)} *dir/two.txt`].join('\n')
  const compared = await ask({ algorithm: 'sha256', expected })
  assert.equal(compared.verdict, 'differs')
  assert.deepEqual(
    compared.files?.map(({ name, verdict }) => [name, verdict]),
    [
      ['one.txt', 'match'],
      ['two.txt', 'differs'],
      ['three.txt', 'unlisted'],
    ],
  )
  assert.match((await ask({ algorithm: 'common' })).text, /^MD5 \(one\.txt\) = [\da-f]{32}\n/)
})

// `openssl dgst -provider legacy -whirlpool` of OpenSSL 3.0: the padding of 33 bytes begins a second block.
for (const [size, digest] of [
  [
    31,
    '698d25826e50bfd1f4e67a1ddbe0d40fac00c4b8f49bd17f706e2f4c5c813249a8a2b771acec2a7425c20406acbc672a2bc83a62150af78f0d804d382658af05',
  ],
  [
    32,
    '661fe85e302a100bc85048438a734d219e0c006c8464f10eb2281194db21d3b236fabb497818f63511a63be7e1c5ea4009a0f937040f4bc080a68a2fff589dab',
  ],
  [
    33,
    'd547ada2351b1985947133a7a638ddd9d7fe0efd3838c9aef606be5e6a86b72bc356e4c66d0a53556685bd825b8c60c4acdd437dacbf69ac35fc946d30c66c48',
  ],
  [
    64,
    '3ab1400670b9c37bc24274578aac331eb7150167c598c6c247bcdd8ae54be548470fcdc3718f276cebc324d2c9b35b6b4748d9a26985d9b79563f7e2890da38a',
  ],
] as const)
  test(`Whirlpool of ${size} times a`, async () =>
    assert.equal((await ask({ text: 'a'.repeat(size), algorithm: 'whirlpool' })).text, digest))
