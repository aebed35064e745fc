import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createSecureServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { test } from 'node:test'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { toErrorMessage, type AppError } from '@octet/core/errors.ts'
import { createGuard } from '../guard/guard.ts'
import { createCertificate } from '../testing/certificate.ts'
import { createDnsClient } from './client.ts'

const certificate = createCertificate()
const skip = certificate ? false : 'OpenSSL is not installed'
const TYPE = { 'content-type': 'application/dns-message' }
const EMPTY_SETTINGS = Buffer.from('000000040000000000', 'hex')

function onHttp2(act: (stream: ServerHttp2Stream) => void): NetServer {
  const server = createSecureServer(certificate!)
  server.on('session', (session) => session.on('error', () => {}))
  server.on('stream', (stream) => act(stream.on('error', () => {})))
  return server
}

function onTls(protocol: string, act: (socket: TLSSocket) => void): NetServer {
  const server = createTlsServer({ ...certificate!, ALPNProtocols: [protocol] }, (socket) => act(socket.on('error', () => {})))
  return server.on('tlsClientError', () => {})
}

const afterHead = (text: string) => () => onTls('http/1.1', (socket) => socket.once('data', () => socket.end(text)))

const ROWS: readonly [outcome: string, start: () => NetServer, en: string, zh: string][] = [
  [
    'a stream that is reset',
    () => onHttp2((stream) => stream.close(7)),
    'broke the HTTP/2 stream off without an answer (REFUSED_STREAM)',
    '未应答即中断 HTTP/2 流（REFUSED_STREAM）',
  ],
  [
    'a stream that is cancelled',
    () => onHttp2((stream) => stream.close(8)),
    'broke the HTTP/2 stream off without an answer',
    '未应答即中断 HTTP/2 流',
  ],
  [
    'a connection that is given up',
    () => onHttp2((stream) => stream.session!.goaway(2)),
    'ended the HTTP/2 connection with an error (INTERNAL_ERROR)',
    '报错并结束 HTTP/2 连接（INTERNAL_ERROR）',
  ],
  [
    'a connection that ends in the body',
    () => onHttp2((stream) => (stream.respond({ ':status': 200, ...TYPE }), stream.write('a', () => stream.session!.destroy()))),
    'closed the connection before the answer was complete',
    '未发送完应答即关闭连接',
  ],
  [
    'HTTP/1.1 where HTTP/2 was agreed on',
    () => onTls('h2', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    'agreed on HTTP/2, but what it sent is not HTTP/2',
    '协商了 HTTP/2，返回的内容却不符合 HTTP/2',
  ],
  [
    'a frame beyond every size',
    () =>
      onTls('h2', (socket) => {
        socket.write(EMPTY_SETTINGS)
        socket.once('data', () => socket.write(Buffer.concat([Buffer.from('ffffff000000000001', 'hex'), Buffer.alloc(20_000)])))
      }),
    'agreed on HTTP/2, but what it sent is not HTTP/2',
    '协商了 HTTP/2，返回的内容却不符合 HTTP/2',
  ],
  ['other words than HTTP', afterHead('SSH-2.0\r\n'), 'gave no valid HTTP answer', '未返回有效的 HTTP 应答'],
  [
    'a change of protocol',
    afterHead('HTTP/1.1 101 S\r\nupgrade: x\r\n\r\n'),
    'gave no valid HTTP answer',
    '未返回有效的 HTTP 应答',
  ],
  [
    'endless headers',
    afterHead(`HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(65_000)}\r\n`),
    'sent more headers than the 16 KB we read',
    '返回的响应头超过本站读取的上限 16 KB',
  ],
  [
    'a body that is cut',
    afterHead('HTTP/1.1 200 OK\r\ncontent-type: application/dns-message\r\ncontent-length: 100\r\n\r\nabc'),
    'closed the connection before the answer was complete',
    '未发送完应答即关闭连接',
  ],
  [
    'a status without a type',
    afterHead('HTTP/1.1 500 X\r\ncontent-length: 0\r\n\r\n'),
    'answered HTTP 500 instead of a DNS message',
    '返回 HTTP 500，而不是 DNS 报文',
  ],
  [
    'another protocol',
    () => onTls('dot', () => {}),
    'offers neither HTTP/2 nor HTTP/1.1 (ALPN)',
    '既不支持 HTTP/2 也不支持 HTTP/1.1（ALPN）',
  ],
]

for (const [outcome, start, en, zh] of ROWS)
  test(`DNS over HTTPS tells in words of ${outcome}`, { skip }, async () => {
    const server = start().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = createDnsClient({ guard: createGuard({ allowTargets: ['127.0.0.1/32'] }), ca: certificate!.cert })
    const { port } = server.address() as AddressInfo
    const asked = { transport: 'https', host: '127.0.0.1', port, path: '/dns-query' } as const
    const error = await client.ask({ name: 'www.example.com.', type: 1, server: asked }).then(
      () => assert.fail('it was answered'),
      (error: AppError) => error,
    )
    server.close()
    assert.equal(toErrorMessage(error, 'en'), `The other side failed: 127.0.0.1 ${en}`)
    assert.equal(toErrorMessage(error, 'zh'), `对方未正常应答：127.0.0.1 ${zh}`)
  })
