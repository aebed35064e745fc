import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import keyPair from '../../crypto/key-pair/tool.ts'
import x509 from '../../crypto/x509/tool.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { toPem } from '../pem.ts'
import { noOpenssl, runBeside } from './peers.testing.ts'
import { isPkcs12, openPkcs12 } from './pkcs12.ts'

const shell = (files: Readonly<Record<string, string | Uint8Array>>, script: string) =>
  Uint8Array.from(runBeside(files, 'sh', ['-c', script]))

/** A key, its certificate and that of its issuer, one file of each. */
function makeParts(): Record<'key' | 'leaf' | 'issuer', string> {
  const text = new TextDecoder().decode(
    shell(
      {},
      `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca -subj /CN=issuer 2>/dev/null
      openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out request -subj /CN=leaf 2>/dev/null
      openssl x509 -req -in request -CA ca -CAkey ca.key -set_serial 7 -out leaf 2>/dev/null
      cat key; echo ====; cat leaf; echo ====; cat ca`,
    ),
  )
  const [key = '', leaf = '', issuer = ''] = text.split('====\n')
  return { key, leaf, issuer }
}
const parts = noOpenssl ? { key: '', leaf: '', issuer: '' } : makeParts()

const write = (options: string, passphrase = 'x') =>
  shell(parts, `openssl pkcs12 -export -in leaf -inkey key ${options} -passout 'pass:${passphrase}'`)

const kinds: readonly [options: string, passphrase?: string][] = [
  ["-certfile issuer -name '中 a'", '秘密'],
  ['-legacy -certfile issuer'],
  ['-legacy -certpbe PBE-SHA1-RC2-128 -keypbe PBE-SHA1-2DES -iter 1'],
  ['-macalg sha224'],
  ['-macalg sha384'],
  ['-macalg sha512'],
  ['-nomac'],
  ['-keypbe NONE -certpbe NONE'],
  ['', ''],
]
for (const [options, passphrase = 'x'] of kinds)
  test(
    `PKCS #12 of openssl ${options} “${passphrase}” gives the key and the certificates that were put in`,
    { skip: noOpenssl },
    async () => {
      const items = await openPkcs12(write(options, passphrase), passphrase)
      const pemOf = (wanted: string, label: string) =>
        items.filter(({ kind }) => kind === wanted).map(({ der }) => toPem(label, der))
      assert.deepEqual(pemOf('key', 'PRIVATE KEY'), [parts.key])
      assert.deepEqual(pemOf('certificate', 'CERTIFICATE'), [parts.leaf, ...(options.includes('issuer') ? [parts.issuer] : [])])
      assert.equal(items.find(({ kind }) => kind === 'key')?.friendlyName, options.includes('中') ? '中 a' : undefined)
    },
  )

test('a wrong passphrase, none at all and damage are told apart', { skip: noOpenssl }, async () => {
  const file = write('')
  await assert.rejects(openPkcs12(file, 'y'), { key: 'wrong_passphrase' })
  await assert.rejects(openPkcs12(file, ''), /expected the passphrase it was encrypted with/)
  await assert.rejects(openPkcs12(write('-nomac'), 'y'), { key: 'wrong_passphrase' })
  await assert.rejects(openPkcs12(write('-keypbe NONE -certpbe NONE'), 'y'), { key: 'wrong_passphrase' })
  const changed = file.with(file.length - 20, file.at(-20)! ^ 1) // in the keyed hash or its salt
  await assert.rejects(openPkcs12(changed, 'x'), /passphrase is right, but the file is damaged/)
  assert.equal(isPkcs12(file.subarray(0, 100)), false)
})

test('no wrong passphrase is called the right one of a damaged file', { skip: noOpenssl }, async () => {
  const file = write('-iter 1')
  for (let count = 0; count < 1000; count++) await assert.rejects(openPkcs12(file, `wrong ${count}`), { key: 'wrong_passphrase' })
})

test('a file with bytes changed is opened or refused in words', { skip: noOpenssl }, async () => {
  const file = write('-certfile issuer -iter 1')
  for (let at = 0; at < file.length; at += 3)
    await openPkcs12(file.with(at, file[at]! ^ 0x11), 'x').catch((error: unknown) =>
      assert.ok(isAppError(error), `${at}: ${String(error)}`),
    )
})

test('the lengths of BER and octets in pieces are read, as files of Firefox have them', { skip: noOpenssl }, async () => {
  const file = write('-certfile issuer')
  const ber = toBer(file)
  assert.ok(ber.length > file.length)
  assert.deepEqual(await openPkcs12(ber, 'x'), await openPkcs12(file, 'x'))
})

test(
  'the tool for keys gives the key and PEM of all certificates, and those of issuers do not count against it',
  { skip: noOpenssl },
  async () => {
    const file = write("-certfile issuer -name 'my site'")
    const ask = (input: object) => answerTool(keyPair, { action: 'read', passphrase: 'x', ...input }, createTestHost())
    const data = await ask({ file: new Blob([file]) })
    const { privatePkcs8, certificates, form, verdict, comment } = data as Record<string, string>
    assert.deepEqual(
      { privatePkcs8, certificates, form, verdict, comment },
      { privatePkcs8: parts.key, certificates: parts.leaf + parts.issuer, form: 'pkcs12', verdict: 'match', comment: 'my site' },
    )
    for (const text of [Buffer.from(file).toString('base64'), toPem('PKCS12', file)]) assert.deepEqual(await ask({ text }), data)
    const pasted = await ask({ text: parts.key + parts.leaf + parts.issuer })
    assert.equal((pasted as { verdict: string }).verdict, 'match')
    const foreign = await ask({ text: parts.key + parts.issuer })
    assert.equal((foreign as { verdict: string }).verdict, 'differs')
  },
)

test('the tool for certificates shows those of a file of PKCS #12', { skip: noOpenssl }, async () => {
  const file = new Blob([write('-certfile issuer')])
  const data = await answerTool(x509, { file, passphrase: 'x' }, createTestHost())
  assert.equal((data as { text: string }).text, 'CN=leaf\nCN=issuer')
  await assert.rejects(answerTool(x509, { file, passphrase: 'y' }, createTestHost()), { key: 'wrong_passphrase' })
})

/** The same values with lengths that are found by reading on, and octets in pieces of 100 bytes. */
function toBer(der: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 0; at < der.length;) {
    const [tag = 0, first = 0] = der.subarray(at)
    const start = at + 2 + (first < 0x80 ? 0 : first & 0x7f)
    const size = first < 0x80 ? first : Number.parseInt(Buffer.from(der.subarray(at + 2, start)).toString('hex'), 16)
    const content = der.subarray(start, start + size)
    if (tag & 0x20) parts.push(Uint8Array.of(tag, 0x80), toBer(content), Uint8Array.of(0, 0))
    else if (tag === 4 && size > 200) {
      parts.push(Uint8Array.of(0x24, 0x80))
      for (let i = 0; i < size; i += 100) {
        const piece = content.subarray(i, i + 100)
        parts.push(Uint8Array.of(4, piece.length), piece)
      }
      parts.push(Uint8Array.of(0, 0))
    } else parts.push(der.subarray(at, start + size))
    at = start + size
  }
  return Buffer.concat(parts)
}
