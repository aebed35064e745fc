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

/** A tool may add 10 KB of its own to the 135 KB that every page may have. */
const PAGES_WITHOUT_TOOL: ReadonlySet<string> = new Set(['/', '/zh', '/tools'])

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
    const limit = PAGES_WITHOUT_TOOL.has(path) ? 135 * KB : 145 * KB
    assert.ok(js <= limit, `first-load script: at most ${limit} B, got ${js} B`)
    assert.ok(html <= 18 * KB, `page: at most 18 KB, got ${html} B`)
    assert.ok(css <= 12 * KB, `style: at most 12 KB, got ${css} B`)
    assert.deepEqual([fonts.length, fonts.every((size) => size <= 30 * KB)], [1, true])
  })

for (const path of ['/format/json', '/ipdizhi'] as const)
  test(`${path}: schemas and algorithms are not in what it loads first`, async () => {
    const html = await (await fetch(getSite().origin + path)).text()
    const scripts = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, url = '']) => url)
    assert.ok(scripts.length > 2)
    for (const url of scripts) assert.doesNotMatch(await readFile(join(CLIENT, url), 'utf8'), /ZodObject|jsonrepair/)
  })
