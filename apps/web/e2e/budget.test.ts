import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { DIST } from '../build/dist.ts'
import { useSite } from './site.ts'

const { getSite } = useSite()
const CLIENT = join(DIST, 'client')

const KB = 1000
const packed = async (url: string) =>
  stat(join(CLIENT, `${url}.br`)).then(
    ({ size }) => size,
    async () => (await stat(join(CLIENT, url))).size,
  )

type Weight = { readonly js: number; readonly html: number; readonly css: number; readonly fonts: readonly number[] }

/** What a page loads before anyone touches it, packed with Brotli. */
async function weigh(path: string): Promise<Weight> {
  const html = await (await fetch(getSite().origin + path)).text()
  const scripts = [...html.matchAll(/(?:modulepreload"[^>]*href|<script type="module"[^>]*src)="([^"]+)"/g)].map(
    ([, url = '']) => url,
  )
  const fonts = [...html.matchAll(/href="([^"]+\.woff2)"/g)].map(([, url = '']) => url)
  const sizes = await Promise.all(scripts.map(packed))
  const [, css = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? []
  return {
    js: sizes.reduce((sum, size) => sum + size, 0),
    html: brotliCompressSync(html).length,
    css: brotliCompressSync(css).length,
    fonts: await Promise.all(fonts.map(async (url) => (await readFile(join(CLIENT, url))).length)),
  }
}

for (const path of ['/', '/zh', '/tools', '/convert/daxiaoxie', '/format/json', '/ipdizhi', '/zh/network'] as const)
  test(`${path} keeps to its weight`, async (context) => {
    const { js, html, css, fonts } = await weigh(path)
    context.diagnostic(
      `js ${(js / KB).toFixed(1)} KB, html ${(html / KB).toFixed(1)} KB, css ${(css / KB).toFixed(1)} KB, font ${fonts.join()} B`,
    )
    assert.ok(js <= 135 * KB, `first-load script: at most 135 KB, got ${js} B`)
    assert.ok(html <= 18 * KB, `page: at most 18 KB, got ${html} B`)
    assert.ok(css <= 12 * KB, `style: at most 12 KB, got ${css} B`)
    assert.deepEqual([fonts.length, fonts.every((size) => size <= 30 * KB)], [1, true])
  })

test('schemas and algorithms are not in what a page loads first', async () => {
  const html = await (await fetch(`${getSite().origin}/format/json`)).text()
  const scripts = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, url = '']) => url)
  for (const url of scripts) assert.doesNotMatch(await readFile(join(CLIENT, url), 'utf8'), /ZodObject|jsonrepair/)
})
