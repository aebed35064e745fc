import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { toEnvelope } from '@octet/core/envelope.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { DIST } from '../build/dist.ts'
import { OWN_RECORD } from './fake-api.ts'
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

/** Pages that are drawn for each visitor, with the own record in them or an answer. The server packs them at this level, others the best way. */
const DRAWN = ['/', '/ip', '/ipdizhi', '/ipdizhi?ip=203.0.113.42'].flatMap((path) => [path, path === '/' ? '/zh' : `/zh${path}`])
const DRAWN_LEVEL = 7

/** A record as long as they come: from several sources, of which some have nothing to say. */
const LONG_RECORD: IpRecord = {
  ...OWN_RECORD,
  region_name: '北荷兰省 / Noord-Holland',
  elevation: null,
  sources: [
    {
      id: 'dbip-city',
      date: '2026-01-05',
      fields: ['country_code', 'region_name', 'city_name', 'latitude', 'longitude', 'accuracy_radius'],
    },
    { id: 'asn', date: '2026-01-17', fields: ['ASN.asn', 'ASN.asn_name', 'ASN.organization', 'ASN.isp'] },
    { id: 'as-classes', date: null, fields: ['ASN.usage_type', 'proxy_data.is_hosting'] },
    {
      id: 'countries',
      date: null,
      fields: ['country_name', 'is_eu', 'country_flag', 'country_capital', 'calling_code', 'currency'],
    },
    { id: 'time-zones', date: null, fields: ['time_zone'] },
  ],
  missing: {
    elevation: 'source_missing',
    weather_station_code: 'source_missing',
    weather_station_name: 'source_missing',
    'ASN.domain': 'source_missing',
    'proxy_data.is_vpn': 'source_missing',
    'proxy_data.is_tor': 'source_missing',
    'proxy_data.is_proxy': 'source_missing',
    'proxy_data.is_relay': 'source_missing',
  },
}

type Entry = typeof import('../app/entry-server.tsx')

/** A page as the server draws it for a visitor. */
async function draw({ render }: Entry, path: string): Promise<string> {
  const answer = { ...LONG_RECORD, query: LONG_RECORD.ip, hostname: null, others: [] }
  const page = await render(new Request(`https://octet.example${path}`), {
    self: LONG_RECORD,
    loggedIn: false,
    dataState: { state: 'ready', build: '20260117T035402Z', date: '2026-01-17', rows: { v4: 3_872_933, v6: 4_411_897 } },
    runTool: async () => toEnvelope(answer),
  })
  assert.equal(page.status, 200)
  return page.text()
}

type Weight = { readonly js: number; readonly html: number; readonly css: number; readonly fonts: readonly number[] }

/** The files that a page runs by itself. */
const listScripts = (html: string): string[] => /<script data-files="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []

/** What a page loads before anyone touches it, packed with Brotli. */
async function weigh(path: string): Promise<Weight> {
  const html = await (await fetch(getSite().origin + path)).text()
  const fonts = [...html.matchAll(/href="([^"]+\.woff2)"/g)].map(([, url = '']) => url)
  const sizes = await Promise.all(listScripts(html).map(packed))
  const css = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style).join('')
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
  const entry: Entry = await import(pathToFileURL(join(DIST, 'server/entry.js')).href)
  for (const path of DRAWN) {
    const size = packAs(await draw(entry, path), DRAWN_LEVEL)
    heaviest.html = Math.max(heaviest.html, size)
    if (size > LIMITS.html * KB) found.push(`${path}: html as drawn for a visitor: at most ${LIMITS.html} KB, got ${size} B`)
  }
  context.diagnostic(`heaviest: ${JSON.stringify(heaviest)}`)
  assert.deepEqual(found, [])
})

test('the server draws pages with libraries as they are made for production', async () => {
  const made: string[] = JSON.parse(await readFile(join(DIST, 'server/chunks.json'), 'utf8'))
  for (const file of made.filter((name) => name.endsWith('.js')))
    assert.doesNotMatch(await readFile(join(DIST, 'server', file), 'utf8'), /NODE_ENV/, file)
})

for (const path of ['/', '/ipdizhi', '/zh/ipdizhi?ip=203.0.113.42'])
  test(`${path} is painted without waiting for a style sheet`, async () => {
    const html = await (await fetch(getSite().origin + path)).text()
    const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*>/g)].map(([link]) => link)
    assert.deepEqual(
      sheets.filter((link) => !/ disabled| media="print/.test(link)),
      [],
    )
  })

for (const path of ['/format/json', '/ipdizhi'] as const)
  test(`${path}: schemas and algorithms are not in what it loads first`, async () => {
    const html = await (await fetch(getSite().origin + path)).text()
    const scripts = listScripts(html)
    assert.ok(scripts.length > 2)
    for (const url of scripts) assert.doesNotMatch(await readFile(join(CLIENT, url), 'utf8'), /ZodObject|Object key expected/)
  })

/** The files beside a script that it imports before it runs; examples of code name others, which are not there. */
async function listImports(name: string): Promise<string[]> {
  const code = await readFile(join(CLIENT, 'assets', name), 'utf8')
  const named = [...code.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, other = '']) => other)
  return named.filter((other) => existsSync(join(CLIENT, 'assets', other)))
}

const listScriptFiles = async (prefix: string): Promise<string[]> =>
  (await readdir(join(CLIENT, 'assets'))).filter((name) => name.startsWith(prefix) && name.endsWith('.js'))

for (const worker of ['tool-worker', 'desk-worker'])
  test(`${worker} begins with two files, and with no more than 45 KB`, async () => {
    const begun = new Set(await listScriptFiles(`${worker}-`))
    assert.equal(begun.size, 1)
    let bytes = 0
    for (const name of begun) {
      bytes += await packed(`assets/${name}`)
      for (const other of await listImports(name)) begun.add(other)
    }
    assert.ok(begun.size <= 2, [...begun].join())
    assert.ok(bytes <= 45 * KB, `${bytes} B`)
  })

test('the small helpers that many tools have bring nothing but what a worker has begun with', async () => {
  const helpers = await listScriptFiles('helpers-')
  assert.ok(helpers.length > 0)
  for (const name of helpers)
    for (const other of await listImports(name)) assert.match(other, /^(?:base|rolldown-runtime)-/, name)
})

test('a worker asks at once for all that a tool needs', async () => {
  const tools = await listScriptFiles('tool-')
  assert.ok(tools.length > 50)
  for (const name of tools) {
    const asked = new Set(await listImports(name))
    if (![...asked].some((other) => other.startsWith('base-'))) continue // what a page loads has its own list
    for (const other of asked)
      for (const further of await listImports(other))
        assert.ok(asked.has(further), `${name}: ${further} is known only by ${other}`)
  }
})
