import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import Fastify from 'fastify'
import { AppError } from '@octet/core/errors.ts'
import { isPageRequest, sendFailurePage } from './failure-page.ts'

const app = Fastify()
app.setErrorHandler((error, _request, reply) => sendFailurePage(reply, error, { lang: 'en', brand: 'A & B' }))
app.get('/broken', () => Promise.reject(new Error('a secret of ours')))
app.get('/zh/broken', () => Promise.reject(new Error('a secret of ours')))
app.get('/named', () => Promise.reject(new AppError('not_found', { path: '<script>' })))

test('a fault of ours is a page with the number of the request, without what went wrong', async () => {
  const { statusCode, body, headers } = await app.inject('/broken')
  assert.deepEqual(
    [statusCode, headers['content-type'], headers['cache-control'], headers['content-language']],
    [500, 'text/html; charset=utf-8', 'no-store', 'en'],
  )
  assert.doesNotMatch(body, /secret/)
  assert.match(body, /<title>[^<]+ – A &amp; B<\/title>.*<h1>.+<\/h1><p>.+<\/p>.*<small>Request req-\w+<\/small>/)
})

test('below /zh it speaks Chinese and leads to the Chinese home page', async () => {
  const { body } = await app.inject('/zh/broken')
  assert.match(body, /<html lang="zh">.*<h1>[^<]*\p{Script=Han}.*<a href="\/zh">返回首页<\/a>.*请求编号 /u)
})

test('nothing of the request becomes markup, and its policy lets its own style in and nothing else', async () => {
  const { body, headers } = await app.inject('/named')
  assert.ok(!body.includes('<script>'))
  const style = /<style>(.*?)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  assert.match(String(headers['content-security-policy']), /^default-src 'none';/)
  assert.ok(String(headers['content-security-policy']).includes(`style-src 'sha256-${hash}'`))
})

const asked: [string, string, string | undefined, boolean][] = [
  ['GET', '/pricing', 'text/html,*/*', true],
  ['HEAD', '/zh/pricing', 'text/html', true],
  ['GET', '/v1x', 'text/html', true],
  ['POST', '/pricing', 'text/html', false],
  ['GET', '/pricing', '*/*', false],
  ['GET', '/pricing', undefined, false],
  ['GET', '/v1/ip/8.8.8.8', 'text/html', false],
  ['GET', '/mcp', 'text/html', false],
]
for (const [method, url, accept, isPage] of asked)
  test(`${method} ${url} for ${accept ?? 'nothing named'} is ${isPage ? 'a page' : 'a call'}`, () =>
    assert.equal(isPageRequest({ method, url, headers: { accept } }), isPage))
