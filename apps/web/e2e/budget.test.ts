import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
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

/** A tool, and a page that is a tool of its own, may add 10 KB to the 135 KB that every page may have. */
const hasOwnChunk = (path: string): boolean => !WITHOUT_CHUNK.has(path.replace(/^\/zh(?=\/|$)/, '') || '/')
const WITHOUT_CHUNK: ReadonlySet<string> = new Set(['/', '/tools'])

const LIMITS = { html: 18, css: 12 }
const known = new Map<string, number>()
/** Size of a text packed with Brotli: packed quickly when that is within the limit already, which the best way only makes smaller. */
function packText(text: string, limitKb: number): number {
  const size = known.get(text) ?? packAs(text, 5)
  const found = size <= limitKb * KB ? size : packAs(text, constants.BROTLI_MAX_QUALITY)
  known.set(text, found)
  return found
}

function packAs(text: string, quality: number): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length
}

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
    html: packText(html, LIMITS.html),
    css: packText(css, LIMITS.css),
    fonts: await Promise.all(fonts.map(async (url) => (await readFile(join(CLIENT, url))).length)),
  }
}

/** Every page that the build lists, in both languages, and an embedded one. */
async function listPaths(): Promise<string[]> {
  const { paths }: { paths: string[] } = JSON.parse(await readFile(join(DIST, 'server/sitemap.json'), 'utf8'))
  return [...paths, ...paths.map((path) => (path === '/' ? '/zh' : `/zh${path}`)), '/embed/json']
}

test('every page keeps to its weight', async (context) => {
  const found: string[] = []
  const heaviest = { js: 0, html: 0, css: 0 }
  for (const path of await listPaths()) {
    const { js, html, css, fonts } = await weigh(path)
    const limits = { ...LIMITS, js: hasOwnChunk(path) ? 145 : 135 }
    for (const [name, size] of Object.entries({ js, html, css }) as [keyof typeof heaviest, number][]) {
      heaviest[name] = Math.max(heaviest[name], size)
      if (size > limits[name] * KB) found.push(`${path}: ${name}: at most ${limits[name]} KB, got ${size} B`)
    }
    if (fonts.length !== 1 || fonts.some((size) => size > 30 * KB))
      found.push(`${path}: fonts: expected one ≤ 30 KB, got ${fonts}`)
  }
  context.diagnostic(`heaviest: ${JSON.stringify(heaviest)}`)
  assert.deepEqual(found, [])
})

test('the server draws pages with libraries as they are made for production', async () => {
  const made: string[] = JSON.parse(await readFile(join(DIST, 'server/chunks.json'), 'utf8'))
  for (const file of made.filter((name) => name.endsWith('.js')))
    assert.doesNotMatch(await readFile(join(DIST, 'server', file), 'utf8'), /NODE_ENV/, file)
})

for (const path of ['/format/json', '/ipdizhi'] as const)
  test(`${path}: schemas and algorithms are not in what it loads first`, async () => {
    const html = await (await fetch(getSite().origin + path)).text()
    const scripts = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, url = '']) => url)
    assert.ok(scripts.length > 2)
    for (const url of scripts) assert.doesNotMatch(await readFile(join(CLIENT, url), 'utf8'), /ZodObject|jsonrepair/)
  })
