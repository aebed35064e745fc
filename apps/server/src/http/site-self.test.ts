import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startProduct } from '../testing/start.ts'

const product = await startProduct()
after(() => product[Symbol.asyncDispose]())

test('each visitor sees the own address on pages, also beside others of the same /64', async () => {
  for (const address of ['2a01:4f8:1:2::a', '2a01:4f8:1:2::b'])
    for (const url of ['/ip', '/zh/ipdizhi']) {
      const { body } = await product.app.inject({ url, remoteAddress: address, headers: { accept: 'text/html' } })
      assert.ok(body.includes(address), `${address} is not on ${url}`)
    }
})

test('calls to copy name the address of the site, without scripts too', async () => {
  for (const url of ['/dnschaxun', '/ip-data', '/docs']) {
    const { body } = await product.app.inject({ url, headers: { accept: 'text/html' } })
    assert.ok(body.includes(`curl ${product.services.config.publicOrigin}/v1/`), `${url} has no call`)
    assert.ok(!body.includes('$ORIGIN'), `${url} names no address`)
  }
})

for (const name of ['icons', 'world'])
  test(`an open page of an older build gets its ${name}, which nobody keeps under that name`, async () => {
    const { body: home } = await product.app.inject({ url: '/tools', headers: { accept: 'text/html' } })
    const own = new RegExp(String.raw`/assets/${name}-[\da-f]{8}\.svg`).exec(`${home}${await readHome()}`)?.[0] ?? ''
    const [now, older] = await Promise.all([own, `/assets/${name}-00000000.svg`].map((url) => product.app.inject({ url })))
    assert.deepEqual([now?.statusCode, older?.statusCode], [200, 200])
    assert.equal(older?.body, now?.body)
    assert.equal(older?.headers['cache-control'], 'no-cache')
    assert.match(String(now?.headers['cache-control']), /immutable/)
  })

test('what a page loads is kept for a year, being named by its content; what keeps its name is asked for again', async () => {
  const { body } = await product.app.inject({ url: '/format/json', headers: { accept: 'text/html' } })
  const scripts = /<script data-files="([^"]+)"/.exec(body)?.[1]?.split(' ') ?? []
  const others = [...body.matchAll(/href="(\/assets\/[^"#]+)/g)].map(([, url = '']) => url)
  const keeping = async (url: string) => (await product.app.inject({ url })).headers['cache-control']
  assert.ok(scripts.length > 5 && others.length > 2)
  for (const url of new Set([...scripts, ...others])) assert.equal(await keeping(url), 'public, max-age=31536000, immutable', url)
  for (const url of ['/embed.js', '/service-worker.js', '/site.webmanifest', '/format/json', '/icon.svg'])
    assert.equal(await keeping(url), 'no-cache', url)
})

test('scripts, their large ones too, and pages come as the browser takes them, and are the same', async () => {
  const { body: page } = await product.app.inject({ url: '/format/json', headers: { accept: 'text/html' } })
  const scripts = /<script data-files="([^"]+)"/.exec(page)?.[1]?.split(' ') ?? []
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const url of ['/format/json', '/icon.svg', await findLargest(), ...scripts.slice(0, 3)]) {
    const ask = async (encoding: string) => {
      const headers = { accept: 'text/html', 'accept-encoding': encoding }
      const answer = await product.app.inject({ url, headers })
      assert.equal(answer.statusCode, 200, url)
      return { named: answer.headers['content-encoding'], body: answer.rawPayload }
    }
    const plain = await ask('identity')
    assert.equal(plain.named, undefined, url)
    for (const encoding of ['br', 'gzip'] as const) {
      const { named, body } = await ask(encoding)
      assert.equal(named, encoding, url)
      assert.ok(unpack[encoding](body).equals(plain.body), `${url} as ${encoding}`)
    }
  }
})

/** The largest script, of one page alone. */
async function findLargest(): Promise<string> {
  const folder = join(product.services.config.webFolder, 'client/assets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const sizes = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })))
  return `/assets/${sizes.toSorted((a, b) => b.size - a.size)[0]!.name}`
}

test('a file that is packed has a weak tag, and is not sent again to who names it, however that is packed', async () => {
  const { headers: plain } = await product.app.inject({ url: '/tools' })
  const tag = String(plain['etag'])
  assert.match(tag, /^W\/"[\w-]{22}"$/)
  for (const encoding of ['br', 'gzip', 'identity']) {
    const ask = (headers: object) =>
      product.app.inject({ url: '/tools', headers: { accept: 'text/html', 'accept-encoding': encoding, ...headers } })
    const [first, again] = await Promise.all([ask({}), ask({ 'if-none-match': tag })])
    assert.deepEqual([first.headers['etag'], again.statusCode, again.body], [tag, 304, ''])
  }
})

/** The first page has the map of the world. */
const readHome = async () => (await product.app.inject({ url: '/', headers: { accept: 'text/html' } })).body
