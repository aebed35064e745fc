import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startProduct } from '../testing/start.ts'

const BRAND = `云图 <b> & "Co"`
const SHOWN = '云图 &lt;b&gt; &amp; &quot;Co&quot;'
const folder = await mkdtemp(join(tmpdir(), 'octet-brand-'))
await writeFile(join(folder, 'octet.json'), JSON.stringify({ brand: { name: BRAND } }))
const branded = await startProduct({ withoutData: true, env: { OCTET_CONFIG: join(folder, 'octet.json') } })
const plain = await startProduct({ withoutData: true })
after(async () => {
  await Promise.all([branded, plain].map((product) => product[Symbol.asyncDispose]()))
  await rm(folder, { recursive: true })
})
const get = async ({ app }: typeof plain, url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).body

for (const [url, kind] of [
  ['/', 'made for its visitor'],
  ['/zh/pricing', 'made before'],
  ['/zh/pricing?x=1', 'made for its query'],
  ['/nowhere', 'not there'],
  ['/embed/json', 'for a frame'],
  ['/_build/shell-zh.html', 'kept for use without a network'],
] as const)
  test(`a page ${kind} bears the name that the operator gives the product, and else its own`, async () => {
    const [named, own] = await Promise.all([get(branded, url), get(plain, url)])
    assert.ok(named.includes(`<meta property="og:site_name" content="${SHOWN}">`))
    assert.match(named, new RegExp(`<title>[^<]*${url.startsWith('/embed') ? '' : SHOWN}[^<]*</title>`))
    assert.match(own, /<meta property="og:site_name" content="Octet">/)
    assert.doesNotMatch(named, /Octet|<b>/)
    assert.doesNotMatch(own, /\{brand\}/)
  })

test('in a Chinese sentence a Chinese name stands without blanks, another with them', async () => {
  assert.ok((await get(branded, '/zh/terms')).includes(`运行${SHOWN} 的一方`))
  assert.ok((await get(plain, '/zh/terms')).includes('运行 Octet 的一方'))
})

test('programs are told the name, too', async () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const read = async (product: typeof plain) => {
    const origin = await product.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const answer = await fetch(`${origin}/mcp`, { method: 'POST', headers, body: JSON.stringify(initialize) })
    const { result } = (await answer.json()) as { result: { serverInfo: object } }
    const manifest = JSON.parse(await get(product, '/site.webmanifest'))
    return [
      JSON.parse(await get(product, '/openapi.json')).info.title,
      (await get(product, '/llms.txt')).split('\n')[0],
      manifest.short_name,
      result.serverInfo,
    ]
  }
  assert.deepEqual(await read(branded), [BRAND, `# ${BRAND}`, BRAND, { name: 'octet', version: '1', title: BRAND }])
  assert.deepEqual(await read(plain), ['Octet', '# Octet', 'Octet', { name: 'octet', version: '1' }])
})
