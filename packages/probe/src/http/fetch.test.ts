import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import {
  brotliCompressSync,
  constants,
  createZstdCompress,
  deflateRawSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { isAppError, toErrorMessage, type AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from './fetch.ts'
import { createCertificate } from '../testing/certificate.ts'
import { checkUrl } from './url.ts'

const skip = createCertificate() ? false : 'OpenSSL is not installed'

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const guard = createGuard({
    allowTargets: ['127.0.0.1/32'],
    resolver: async (name) => (name === 'other.example.com' ? ['127.0.0.2'] : ['127.0.0.1']),
  })
  const fetcher = createFetcher({ guard, extraPorts: [port], userAgent: 'Octet test' })
  return {
    port,
    fetcher,
    base: `http://www.example.com:${port}`,
    [Symbol.asyncDispose]: async () => void (server.closeAllConnections(), server.close()),
  }
}

test('an answer with its headers, times and our name', async () => {
  await using site = await serve((request, response) =>
    response.setHeader('X-A', '1').end(`hello ${request.headers['user-agent']} ${request.headers.host}`),
  )
  const fetched = await site.fetcher.fetch(site.base)
  assert.equal(Buffer.from(fetched.body).toString(), `hello Octet test www.example.com:${site.port}`)
  assert.deepEqual(
    fetched.hops[0]!.headers.find(([name]) => name === 'X-A'),
    ['X-A', '1'],
  )
  const { resolvedMs, connectedMs, firstByteMs, endMs } = fetched.hops[0]!.timing
  assert.ok(resolvedMs! <= connectedMs! && connectedMs! <= firstByteMs! && firstByteMs! <= endMs!)
  assert.equal(fetched.hops[0]!.address, '127.0.0.1')
})

test('redirects are followed one by one, ten at most', async () => {
  await using site = await serve((request, response) =>
    response.writeHead(302, { location: `/${Number(request.url!.slice(1)) + 1}` }).end(),
  )
  const { hops, status } = await site.fetcher.fetch(`${site.base}/1`)
  assert.deepEqual(
    hops.map(({ url }) => new URL(url).pathname),
    Array.from({ length: 11 }, (_, index) => `/${index + 1}`),
  )
  assert.equal(status, 302)
})

test('a circle of redirects is left where it closes, whatever stands behind the #', async () => {
  const ways: Readonly<Record<string, string>> = { '/a': '/b#x', '/b': '/c', '/c': '/b#y' }
  let asked = 0
  await using site = await serve(
    (request, response) => (asked++, response.writeHead(301, { location: ways[request.url!] }).end()),
  )
  const { hops, status } = await site.fetcher.fetch(`${site.base}/a`)
  assert.deepEqual(
    hops.map(({ url }) => new URL(url).pathname),
    ['/a', '/b', '/c'],
  )
  assert.deepEqual([asked, status], [3, 301])
})

test('a forbidden place is refused at the tenth redirect as at the first', async () => {
  await using site = await serve((request, response) => {
    const step = Number(request.url!.slice(1))
    response.writeHead(302, { location: step < 10 ? `/${step + 1}` : 'http://169.254.169.254/latest' }).end()
  })
  await assert.rejects(site.fetcher.fetch(`${site.base}/1`), { key: 'refused_target' })
})

for (const [method, status] of [
  ['HEAD', 200],
  ['GET', 304],
] as const)
  test(`${method} ${status} may name the encoding of a body that does not come`, async () => {
    await using site = await serve((_, response) => response.writeHead(status, { 'content-encoding': 'gzip' }).end())
    const fetched = await site.fetcher.fetch(site.base, { method })
    assert.deepEqual([fetched.status, fetched.body.length], [status, 0])
  })

test('deflate without its header is read, as browsers do', async () => {
  await using site = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateRawSync('hello')),
  )
  assert.equal(Buffer.from((await site.fetcher.fetch(site.base)).body).toString(), 'hello')
})

test('a redirect in UTF-8 or GBK leads to the bytes it names; headers are shown as text', async () => {
  await using site = await serve((request, response) => {
    const path = { '/': Buffer.from('/中'), '/%E4%B8%AD': Buffer.from('2fd6d0', 'hex') }[request.url!]
    if (!path) return void response.end(request.url)
    const head = ['HTTP/1.1 302 Found', 'Content-Length: 0', 'Connection: close', 'Location: '].join('\r\n')
    response.socket!.end(Buffer.concat([Buffer.from(head), path, Buffer.from('\r\n\r\n')]))
  })
  const { hops } = await site.fetcher.fetch(`${site.base}/`)
  assert.deepEqual(
    hops.map(({ url }) => new URL(url).pathname),
    ['/', '/%E4%B8%AD', '/%D6%D0'],
  )
  assert.equal(hops[0]!.headers.find(([name]) => name === 'Location')![1], '/中')
})

const TRAPS = [
  'http://127.0.0.2/',
  'http://2130706434/',
  'http://[::1]/',
  'http://localhost/',
  'http://other.example.com/',
  'http://169.254.169.254/latest',
  '//127.0.0.2/',
  'http://example.com:22/',
  'http://u:p@example.com/',
  'http://0x7f.2/',
]
for (const location of TRAPS)
  test(`a redirect to ${location} is not followed`, async () => {
    let visits = 0
    const trap = createTcpServer(() => visits++).listen(80, '127.0.0.2')
    await Promise.race([once(trap, 'listening'), once(trap, 'error')])
    await using site = await serve((_, response) => response.writeHead(302, { location }).end())
    await assert.rejects(site.fetcher.fetch(site.base), { key: /refused_target|bad_address/ })
    assert.equal(visits, 0)
    trap.close()
  })

test('a redirect to another scheme is bad input', async () => {
  await using site = await serve((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
  await assert.rejects(site.fetcher.fetch(site.base), { key: 'bad_input' })
})

const PACKERS = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync } as const

/** Answers in the encoding that the path names, when it is asked for. */
const serveEncoded = (pack: (encoding: keyof typeof PACKERS) => Buffer) =>
  serve((request, response) => {
    const encoding = request.url!.slice(1) as keyof typeof PACKERS
    assert.ok(request.headers['accept-encoding']!.split(', ').includes(encoding))
    response.writeHead(200, { 'content-encoding': encoding }).end(pack(encoding))
  })

test('gzip, brotli and zstd are decoded', async () => {
  await using site = await serveEncoded((encoding) => PACKERS[encoding]('abc'))
  for (const path of ['/gzip', '/br', '/zstd'])
    assert.equal(Buffer.from((await site.fetcher.fetch(site.base + path)).body).toString(), 'abc')
})

test('a bomb is refused', async () => {
  // Packed before it is asked for, whose time is limited.
  const packed = { br: PACKERS.br(Buffer.alloc(30_000_000)), zstd: PACKERS.zstd(Buffer.alloc(30_000_000)) }
  await using site = await serveEncoded((encoding) => packed[encoding as keyof typeof packed])
  for (const path of ['/br', '/zstd']) await assert.rejects(site.fetcher.fetch(site.base + path), { key: 'too_large' })
})

test('a body that asks for more memory than RFC 9659 grants is not decoded', async () => {
  const packer = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 24 } })
  packer.write('a') // how much is to come is not known, so the window is not made smaller
  packer.end('b')
  const packed = await buffer(packer)
  assert.equal(zstdDecompressSync(packed).toString(), 'ab')
  await using site = await serveEncoded(() => packed)
  await assert.rejects(site.fetcher.fetch(`${site.base}/zstd`), { key: 'target_failed', message: /not valid zstd/ })
})

test('a smaller bomb ends at the cap', async () => {
  const packed = gzipSync(Buffer.alloc(30_000_000))
  await using site = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))
  const { body, isCut } = await site.fetcher.fetch(site.base)
  assert.deepEqual([body.length, isCut], [2_000_000, true])
})

test('an endless body is cut', async () => {
  await using site = await serve((_, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(100_000)), 1)
    response.on('close', () => clearInterval(timer))
  })
  const { body, isCut } = await site.fetcher.fetch(site.base, { maxBytes: 250_000 })
  assert.equal(body.length, 250_000)
  assert.equal(isCut, true)
})

test('a body that is not what it says', async () => {
  await using site = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'))
  await assert.rejects(site.fetcher.fetch(site.base), { key: 'target_failed' })
})

test('silence ends in timed_out', async () => {
  await using site = await serve(() => {})
  await assert.rejects(site.fetcher.fetch(site.base, { timeoutMs: 100 }), { key: 'timed_out' })
})

test('headers without end are refused', async () => {
  await using site = await serve((_, response) => response.setHeader('x', 'a'.repeat(300_000)).end())
  await assert.rejects(site.fetcher.fetch(site.base), { key: 'too_large' })
})

test('a peer that closes without an answer is named as such', async () => {
  await using site = await serve((request) => void request.socket.end())
  await assert.rejects(site.fetcher.fetch(site.base), (error: Error) =>
    /closed the connection without an answer/.test(error.message),
  )
})

async function serveText(text: string) {
  const server = createTcpServer((socket) => socket.on('error', () => {}).end(text)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetcher = createFetcher({ guard: createGuard({ allowTargets: ['127.0.0.1/32'] }), extraPorts: [port] })
  const close = async () => void server.close()
  return { fetcher, base: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: close }
}

for (const [title, text] of [
  ['65,000 headers', `HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(65_000)}\r\n`],
  ['65,000 headers that HTTP forbids', `HTTP/1.1 200 OK\r\n${'a\r\n'.repeat(65_000)}\r\n`],
  ['headers folded over 65,000 lines', `HTTP/1.1 200 OK\r\na: b\r\n${' c\r\n'.repeat(65_000)}\r\n`],
  ['65,000 headers in interim answers', `HTTP/1.1 103 Early Hints\r\n${'a:\r\n'.repeat(3_250)}\r\n`.repeat(20)],
] as const)
  test(`${title} are refused by their number, in both languages`, async () => {
    await using site = await serveText(text)
    const error = await site.fetcher.fetch(site.base).then(
      () => assert.fail('it was answered'),
      (error: AppError) => error,
    )
    assert.match(toErrorMessage(error, 'en'), /sent headers of \d{4,5} lines, of which we read 5000 at most$/)
    assert.match(toErrorMessage(error, 'zh'), /返回了多达 \d{4,5} 行的响应头，本站最多读取 5000 行$/)
  })

test('4,990 headers are read', async () => {
  await using site = await serveText(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(4_990)}Content-Length: 0\r\n\r\n`)
  const { hops } = await site.fetcher.fetch(site.base)
  assert.equal(hops[0]!.headers.length, 4_991)
})

const H2_SETTINGS = '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64'
for (const [text, words] of [
  ['SSH-2.0-x\r\n', 'no valid HTTP answer, but “SSH-2.0-x”'],
  ['220 mail.example ESMTP\r\n\r\n', 'no valid HTTP answer, but “220 mail.example ESMTP”'],
  [`\x1b[31m${'b'.repeat(99)}`, `no valid HTTP answer, but “.[31m${'b'.repeat(55)}…”`],
  [H2_SETTINGS, 'no valid HTTP answer, but frames of HTTP/2: without TLS it takes HTTP/2 alone'],
  ['\x15\x03\x01\0\x02\x02\x46', 'no valid HTTP answer, but TLS: ask it by https://'],
  ['HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n', 'gave no valid HTTP answer'],
] as const)
  test(`a peer that answers ${JSON.stringify(text.slice(0, 20))} speaks no HTTP`, async () => {
    await using site = await serveText(text)
    await assert.rejects(site.fetcher.fetch(site.base), (error: Error) => error.message.endsWith(words))
  })

for (const [title, text, headers] of [
  ['lines that end in LF', 'HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 5\n\nhello', ['X-A', 'Content-Length']],
  ['a folded header', 'HTTP/1.1 200 OK\r\nX-A: 1\r\n 2\r\nContent-Length: 5\r\n\r\nhello', ['X-A', 'Content-Length']],
  ['a line that is no header', 'HTTP/1.1 200 OK\r\nX A: 1\r\nContent-Length: 5\r\n\r\nhello', ['X A', 'Content-Length']],
  [
    'a length that is said twice',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello',
    ['Content-Length', 'Content-Length'],
  ],
  [
    'a length beside chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    ['Content-Length', 'Transfer-Encoding'],
  ],
  ['chunks by LF', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n', ['Transfer-Encoding']],
] as const)
  test(`an answer with ${title} is understood, and shown as it was sent`, async () => {
    await using site = await serveText(text)
    const { hops, body } = await site.fetcher.fetch(site.base)
    assert.equal(Buffer.from(body).toString(), 'hello')
    assert.deepEqual(
      hops[0]!.headers.map(([name]) => name),
      headers,
    )
    assert.equal(hops[0]!.flaws.length, 1)
  })

for (const interim of [
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n',
  '\r\n\r\n',
])
  test(`${JSON.stringify(interim)} comes before the answer, and is not it`, async () => {
    await using site = await serveText(`${interim}${interim}HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello`)
    const { status, body, hops } = await site.fetcher.fetch(site.base)
    assert.deepEqual([status, Buffer.from(body).toString(), hops[0]!.flaws], [200, 'hello', []])
  })

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'
for (const [title, text, expected] of [
  ['empty lines', '\n'.repeat(100_000) + OK, 200],
  ['lines with CR', '\r\n'.repeat(100_000) + OK, 200],
  ['more empty lines than a head may be long', '\n'.repeat(300_000) + OK, 'target_failed'],
  ['lines of white space', ' \n\n'.repeat(30_000) + OK, 'target_failed'],
] as const)
  test(`${title} before an answer: ${expected}`, async () => {
    await using site = await serveText(text)
    const found = await site.fetcher.fetch(site.base).catch((error: unknown) => error)
    assert.equal(isAppError(found) ? found.key : (found as { status: number }).status, expected)
  })

for (const [framing, answer] of [
  ['length', 'HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 2\n\nhi'],
  ['chunks', 'HTTP/1.1 200 OK\nX-A: 1\nTransfer-Encoding: chunked\n\n1 \nh\n1\ni\n0\n\n'],
] as const)
  test(`an answer with ${framing} that comes byte by byte is put in order, too`, async () => {
    await using site = await serve((_, response) => {
      const bytes = [...answer]
      const { socket } = response
      const next = () => void (bytes.length > 0 ? socket!.write(bytes.shift()!, () => setImmediate(next)) : socket!.end())
      next()
    })
    const { hops, body } = await site.fetcher.fetch(site.base)
    assert.equal(Buffer.from(body).toString(), 'hi')
    assert.deepEqual(hops[0]!.headers[0], ['X-A', '1'])
  })

for (const [text, message] of [
  ['HTTP/1.1 200 OK\r\nContent-Le', /sent only a part of its headers/],
  ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello', /sent Content-Length values that differ \(5, 6\)/],
] as const)
  test(`${JSON.stringify(text)} is refused with its cause`, async () => {
    await using site = await serveText(text)
    await assert.rejects(site.fetcher.fetch(site.base), { key: 'target_failed', message })
  })

test('a redirect is followed though its body does not come', async () => {
  await using site = await serve((request, response) =>
    request.url === '/'
      ? void response.writeHead(302, { location: '/there', 'content-length': 500 }).write('moved')
      : response.end('hello'),
  )
  const { hops, body } = await site.fetcher.fetch(site.base)
  assert.deepEqual([hops.map(({ status }) => status), Buffer.from(body).toString()], [[302, 200], 'hello'])
})

test('a redirect to nowhere is not followed', async () => {
  await using site = await serve((_, response) => response.writeHead(302, { location: '' }).end())
  assert.equal((await site.fetcher.fetch(site.base)).hops.length, 1)
})

test('white space around the value of a header is not of it', async () => {
  await using site = await serveText('HTTP/1.1 200 OK\r\nX-S:  \t a \t b \t\r\nX-E: \r\nContent-Length: 0\r\n\r\n')
  const { hops } = await site.fetcher.fetch(site.base)
  assert.deepEqual(hops[0]!.headers.slice(0, 2), [
    ['X-S', 'a \t b'],
    ['X-E', ''],
  ])
})

for (const text of ['ftp://example.com/', 'javascript:alert(1)', 'example.com', 'http://', 'gopher://a'])
  test(`${text} is no URL to fetch`, () => assert.throws(() => checkUrl(text), { key: 'bad_input' }))

for (const [text, href] of [
  ['https://Example.com./a', 'https://example.com/a'],
  ['http://１９２．０．２．１/', 'http://192.0.2.1/'],
] as const)
  test(`${text} is fetched as ${href}`, () => assert.equal(checkUrl(text).href, href))

test('an address that parsers read differently is refused', () =>
  assert.throws(() => checkUrl('http://0300.0.2.1/'), { key: 'refused_target' }))

test('a port that is not asked is refused with those that are', () =>
  assert.throws(
    () => checkUrl('http://example.com:8081/', [8080]),
    /port 8081 is not open to this tool, which asks 80, 443, 8080/,
  ))

test('a server of HTTP/2 alone, and one that ends the handshake, are told without the words of a library', { skip }, async () => {
  const certificate = createCertificate()!
  for (const [options, message, chinese] of [
    [{ ALPNProtocols: ['h2'] }, /does not take HTTP\/1\.1, only other protocols such as HTTP\/2/, /不接受 HTTP\/1\.1/],
    [
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA' },
      /TLS with 127\.0\.0\.1:\d+ failed: [a-z\d/ ]+$/,
      /的 TLS 握手失败：没有双方都接受的加密参数（[A-Z\d/_]+）$/,
    ],
  ] as const) {
    const server = createTlsServer({ ...certificate, ...options }).on('tlsClientError', () => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const fetcher = createFetcher({ guard: createGuard({ allowTargets: ['127.0.0.1/32'] }), extraPorts: [port] })
    const {
      key,
      message: said,
      details,
    } = await fetcher.fetch(`https://127.0.0.1:${port}/`).then(
      () => assert.fail('an answer'),
      (error: AppError) => error,
    )
    server.close()
    assert.equal(key, 'target_failed')
    assert.match(said, message)
    assert.match((details['reason'] as Text).zh, chinese)
  }
})
