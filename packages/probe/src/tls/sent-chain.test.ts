import assert from 'node:assert/strict'
import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { TestAuthority } from '../testing/authority.ts'
import { skipWithout } from '../testing/peers.ts'
import { describeCertificate } from './describe-certificate.ts'
import { judgeChain, readPlainHandshake, readSealedChain, readSentChain, readServerHello, Tap } from './sent-chain.ts'

const u16 = (value: number) => Buffer.of(value >> 8, value & 0xff)
const message = (type: number, content: Buffer) => Buffer.concat([Buffer.of(type, 0), u16(content.length), content])
/** Handshake messages in records of so many bytes (RFC 5246 §6.2.1). */
function toRecords(messages: readonly Buffer[], size = 16_384): Buffer {
  const bytes = Buffer.concat(messages)
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
  return Buffer.concat(parts.flatMap((part) => [Buffer.of(22, 3, 3), u16(part.length), part]))
}
type Extension = readonly [type: number, content: Buffer]
const hello = (session: number, extensions: readonly Extension[]) => {
  const written = Buffer.concat(extensions.flatMap(([type, content]) => [u16(type), u16(content.length), content]))
  const head = [u16(0x0303), Buffer.alloc(32, 7), Buffer.of(session), Buffer.alloc(session, 9), u16(0xc02f), Buffer.of(0)]
  return message(2, Buffer.concat([...head, u16(written.length), written]))
}
const RENEGOTIATION: Extension = [0xff01, Buffer.of(0)]
const ALPN: Extension = [16, Buffer.from('00030268 32'.replace(' ', ''), 'hex')]

for (const session of [0, 32])
  for (const size of [16_384, 7]) {
    test(`a hello with a session of ${session} bytes in records of ${size} is read`, () => {
      const records = toRecords([hello(session, [ALPN, RENEGOTIATION]), message(13, Buffer.of(0))], size)
      assert.deepEqual(readServerHello(records), { version: 0x0303, suite: 0xc02f })
      assert.deepEqual(readPlainHandshake(records), { version: 0x0303, asksForCertificate: true, isRenegotiationSafe: true })
    })
    test(`one with a session of ${session} bytes in records of ${size} that knows no secure renegotiation is told`, () => {
      const { asksForCertificate, isRenegotiationSafe } = readPlainHandshake(toRecords([hello(session, [ALPN])], size))
      assert.deepEqual([asksForCertificate, isRenegotiationSafe], [false, false])
    })
  }

test('certificates come in the order in which they were sent, as far as they have come', () => {
  const item = (bytes: Buffer) => Buffer.concat([Buffer.of(0), u16(bytes.length), bytes])
  const all = [Buffer.from('leaf'), Buffer.from('issuer')]
  const list = Buffer.concat(all.map(item))
  const records = toRecords([hello(0, []), message(11, Buffer.concat([Buffer.of(0), u16(list.length), list]))])
  assert.deepEqual(readSentChain(records), all)
  assert.deepEqual(readSentChain(records.subarray(0, 20)), [])
})

test('in TLS 1.3 a context stands before the list and extensions behind each certificate', () => {
  const item = (bytes: Buffer, extensions: Buffer) =>
    Buffer.concat([Buffer.of(0), u16(bytes.length), bytes, u16(extensions.length), extensions])
  const list = Buffer.concat([item(Buffer.from('leaf'), Buffer.alloc(9)), item(Buffer.from('issuer'), Buffer.alloc(0))])
  for (const context of [0, 3]) {
    const content = Buffer.concat([Buffer.of(context), Buffer.alloc(context, 5), Buffer.of(0), u16(list.length), list])
    const handshake = Buffer.concat([message(8, Buffer.of(0, 0)), message(11, content)])
    assert.deepEqual(readSealedChain(handshake), [Buffer.from('leaf'), Buffer.from('issuer')])
    for (let end = 0; end < handshake.length; end++) assert.ok(readSealedChain(handshake.subarray(0, end)).length <= 2)
  }
  assert.deepEqual(readSealedChain(Buffer.alloc(0)), [])
})

test('of bytes that are no handshake nothing is read', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.of(21, 3, 3, 0, 2, 2, 40), Buffer.of(22, 3, 3, 0, 4, 2, 0, 0, 0)]) {
    assert.equal(readServerHello(bytes), undefined)
    assert.equal(readPlainHandshake(bytes).version, undefined)
  }
})

test('a handshake without end is given up, and little of it is kept', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const go = () => {
      while (!socket.destroyed && socket.write(toRecords([Buffer.alloc(60_000)])));
    }
    socket.on('drain', go)
    go()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const tap = new Tap(connect((server.address() as AddressInfo).port, '127.0.0.1'))
  const [error] = await once(tap.resume(), 'error')
  assert.match(String(error), /has no end/)
  assert.ok(tap.taken.length <= 262_144, `${tap.taken.length} bytes`)
  server.close()
})

const skip = skipWithout('openssl')
const authority = skip ? undefined! : new TestAuthority()
after(() => authority?.[Symbol.dispose]())

test('what is wrong with a list of certificates is told apart', { skip }, () => {
  const leaf = authority.issue('leaf', { extensions: ['subjectAltName=IP:2001:db8:0:0::1,IP:192.0.2.1,DNS:a.example'] }).raw
  const other = authority.issue('other').raw
  const [middle, root] = [authority.intermediate.raw, authority.root.raw]
  const cases = [
    [[leaf, middle], null, false],
    [[leaf], null, false],
    [[leaf, middle, root], null, true],
    [[leaf, root, middle], 'order', true],
    [[leaf, leaf, middle], 'twice', false],
    [[leaf, middle, middle], 'twice', false],
    [[leaf, middle, other], 'stray', false],
    [[leaf, other], 'stray', false],
    [[leaf, root], 'stray', true],
  ] as const
  for (const [sent, fault, hasRoot] of cases) assert.deepEqual(judgeChain(sent), { fault, hasRoot })
  assert.deepEqual(describeCertificate(leaf, new Date()).names, ['2001:db8::1', '192.0.2.1', 'a.example'])
})
