import { formatJson } from '../lib/json/format.ts'
import { parseJsonTree } from '../lib/json/tree.ts'
import { parseCss, writeCss } from '../lib/css/format.ts'
import { formatXml } from '../lib/xml/format.ts'

export type BenchRow = { readonly name: string; readonly value: number; readonly unit: 'MB/s' | 'ms' }

const ROUNDS = 5
const breathe = () => undefined

/**
 * Measures the formatters against what people use instead, on the same texts in the same run: JSON against
 * JSON.parse + JSON.stringify and js-beautify, CSS against js-beautify. The best of five rounds counts.
 */
export async function run(): Promise<BenchRow[]> {
  const { default: beautify } = await import('js-beautify')
  const json = createJson(30_000)
  const css = createCss(4000)
  const xml = createXml(20_000)
  const indent = '  '
  const rows: BenchRow[] = []
  const measure = async (name: string, text: string, work: () => unknown) => {
    let best = Infinity
    for (let round = 0; round < ROUNDS; round++) {
      const since = performance.now()
      await work()
      best = Math.min(best, performance.now() - since)
    }
    rows.push({ name, value: Math.round((text.length / 1e6 / (best / 1000)) * 10) / 10, unit: 'MB/s' })
    return best
  }
  const ms = await measure('json format', json, () => formatJson(json, { indent, syntax: 'json', isMany: false, breathe }))
  rows.push({ name: `json format of ${(json.length / 1e6).toFixed(1)} MB`, value: Math.round(ms), unit: 'ms' })
  await measure('json minify', json, () => formatJson(json, { indent: '', syntax: 'json', isMany: false, breathe }))
  await measure('json lossless tree', json, () => parseJsonTree(json))
  await measure('json: JSON.parse + JSON.stringify', json, () => JSON.stringify(JSON.parse(json), null, 2))
  const part = createJson(1500)
  await measure('json: js-beautify', part, () => beautify.js(part, { indent_size: 2 }))
  await measure('css format', css, async () => writeCss(await parseCss(css), { indent }))
  await measure('css minify', css, async () => writeCss(await parseCss(css), { indent: '' }))
  await measure('css: js-beautify', css, () => beautify.css(css, { indent_size: 2 }))
  await measure('xml format', xml, () => formatXml(xml, { indent, breathe }))
  return rows
}

function createJson(count: number): string {
  const rows = Array.from({ length: count }, (_, id) => ({
    id,
    name: `user ${id}`,
    email: `u${id}@example.com`,
    tags: ['a', 'b', '中文'],
    geo: { lat: id / 7, lng: -id / 3 },
    ok: id % 2 === 0,
    note: null,
    text: `some words about number ${id}`,
  }))
  return JSON.stringify(rows)
}

function createCss(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `.a${i}>.b,.c:hover{color:#${(i % 4096).toString(16)};margin:0 ${i}px;background:url(x${i}.png)}`,
  ).join('')
}

function createXml(count: number): string {
  return `<list>${Array.from({ length: count }, (_, i) => `<item id="${i}" kind="k"><name>user ${i}</name><empty/></item>`).join('')}</list>`
}

if (import.meta.main) console.table(await run())
