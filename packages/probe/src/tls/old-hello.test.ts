import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { createCertificate } from '../testing/certificate.ts'
import { listWeakCiphers, offersSsl3 } from './old-hello.ts'

const certificate = createCertificate({ names: ['DNS:good.example.com'], rsaBits: 2048 })
const skip = certificate ? false : 'OpenSSL is not installed'

async function asking<T>(port: number, use: (options: Parameters<typeof offersSsl3>[0]) => Promise<T>): Promise<T> {
  const openPlain = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  return use({ openPlain, host: 'good.example.com', left: () => 2000 })
}

/** An old server, which agrees to the first of its ciphers that the client offers; a real one cannot be had any more. */
async function withOldServer<T>(version: number, suites: readonly number[], use: (port: number) => Promise<T>): Promise<T> {
  const server = createTcpServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (hello) => {
        const asked = hello.readUInt16BE(9)
        const size = hello.readUInt16BE(44)
        const offered = Array.from({ length: size / 2 }, (_, index) => hello.readUInt16BE(46 + index * 2))
        const suite = suites.find((one) => offered.includes(one))
        if (suite === undefined || asked < version) return void socket.end(Buffer.of(21, 3, 0, 0, 2, 2, 40))
        const body = Buffer.concat([
          Buffer.of(version >> 8, version & 255),
          Buffer.alloc(33),
          Buffer.of(suite >> 8, suite & 255, 0),
        ])
        const message = Buffer.concat([Buffer.of(2, 0, 0, body.length), body])
        const record = Buffer.concat([Buffer.of(22, 3, 0, 0, message.length), message])
        // in two parts, as it may come
        socket.write(record.subarray(0, 20))
        setImmediate(() => socket.write(record.subarray(20)))
      })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    return await use((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}

test('ciphers that OpenSSL has unlearnt are found, in the order of the server', async () => {
  const names = await withOldServer(0x0301, [0x0005, 0x000a, 0x0003], (port) =>
    asking(port, (options) => listWeakCiphers(options, () => true)),
  )
  assert.deepEqual(names, ['TLS_RSA_WITH_RC4_128_SHA', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS_RSA_EXPORT_WITH_RC4_40_MD5'])
})

for (const [version, isOffered] of [
  [0x0300, true],
  [0x0301, false],
] as const)
  test(`a server from version ${version.toString(16)} on ${isOffered ? 'speaks' : 'does not speak'} SSL 3.0`, async () => {
    assert.equal(await withOldServer(version, [0x002f], (port) => asking(port, offersSsl3)), isOffered)
  })

test('OpenSSL is offered the ciphers it would take, and no SSL 3.0', { skip }, async () => {
  const options = { ...certificate!, ciphers: 'NULL-SHA256:ECDHE-RSA-NULL-SHA:ECDHE+AESGCM:@SECLEVEL=0' }
  const server = createServer(options, (socket) => socket.on('error', () => {})).on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const names = await asking(port, (asked) => listWeakCiphers(asked, () => true))
  const ssl3 = await asking(port, offersSsl3)
  server.close()
  assert.deepEqual(names.toSorted(), ['TLS_ECDHE_RSA_WITH_NULL_SHA', 'TLS_RSA_WITH_NULL_SHA256'])
  assert.equal(ssl3, false)
})

test('a server that cannot be asked offers neither', async () => {
  const openPlain = async () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
  await assert.rejects(offersSsl3({ openPlain, host: 'a.example', left: () => 100 }), { code: 'ECONNREFUSED' })
})
