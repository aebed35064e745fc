import type { BenchRow } from '@octet/core/bench.ts'
import { formatJson } from '../lib/json/format.ts'
import { parseJsonTree } from '../lib/json/tree.ts'
import { parseCss, writeCss } from '../lib/css/format.ts'
import { formatSql } from '../lib/sql/format.ts'
import { formatXml } from '../lib/xml/format.ts'
import { formatYaml } from '../lib/yaml/format.ts'

const ROUNDS = 5
const breathe = () => undefined

/**
 * Measures the formatters in MB/s against what people use instead, on the same texts, round about: JSON against
 * JSON.parse + JSON.stringify and js-beautify, CSS against js-beautify, YAML and SQL against their libraries. The best of five rounds counts.
 */
export async function run(): Promise<BenchRow[]> {
  const { default: beautify } = await import('js-beautify')
  const { parseDocument } = await import('yaml')
  const { formatDialect, mysql } = await import('sql-formatter')
  const [json, part, css, xml] = [createJson(30_000), createJson(1500), createCss(4000), createXml(20_000)]
  const sql = createSql(700)
  const [yaml, keys] = [createYaml(5000), createKeys(5000)]
  const library = (text: string) => ({ name: 'yaml', run: () => parseDocument(text).toString() })
  const relaid = (text: string) => () => formatYaml(text, { indent: 2, version: '1.2' })
  const format = (text: string, indent: string) => formatJson(text, { indent, syntax: 'json', isMany: false, breathe })
  const native = { name: 'JSON.parse + JSON.stringify', run: () => JSON.stringify(JSON.parse(json), null, 2) }
  const pretty = await compare('json format', { text: json, run: () => format(json, '  '), peer: native })
  const sizeMb = json.length / 1e6
  const ms = (sizeMb / pretty.value) * 1000
  return [
    pretty,
    {
      name: `json format of ${sizeMb.toFixed(1)} MB`,
      value: Math.round(ms),
      unit: 'ms',
      budget: { text: '≤ 400 ms for 6 MB', isMet: ms <= 400 },
    },
    await compare('json minify', {
      text: json,
      run: () => format(json, ''),
      peer: { ...native, run: () => JSON.stringify(JSON.parse(json)) },
    }),
    await compare('json lossless tree', {
      text: json,
      run: () => parseJsonTree(json),
      peer: { name: 'JSON.parse', run: () => JSON.parse(json) as unknown },
    }),
    await compare('json format, 0.3 MB', {
      text: part,
      run: () => format(part, '  '),
      peer: { name: 'js-beautify', run: () => beautify.js(part, { indent_size: 2 }) },
    }),
    await compare('css format', {
      text: css,
      run: async () => writeCss(await parseCss(css), { indent: '  ' }),
      peer: { name: 'js-beautify', run: () => beautify.css(css, { indent_size: 2 }) },
    }),
    await compare('css minify', { text: css, run: async () => writeCss(await parseCss(css), { indent: '' }) }),
    await compare('xml format', { text: xml, run: () => formatXml(xml, { indent: '  ', breathe }) }),
    await compare('sql format', {
      text: sql,
      run: () => formatSql(sql, { dialect: 'mysql', options: {}, breathe }),
      peer: { name: 'sql-formatter, without the checks', run: () => formatDialect(sql, { dialect: mysql }) },
    }),
    await compare('yaml format', { text: yaml, run: relaid(yaml), peer: library(yaml) }),
    await compare('yaml format, 5,000 keys', { text: keys, run: relaid(keys), peer: library(keys) }),
  ]
}

type Work = () => unknown
type Contest = { readonly text: string; readonly run: Work; readonly peer?: { readonly name: string; readonly run: Work } }

async function compare(name: string, { text, run, peer }: Contest): Promise<BenchRow> {
  let [ours, theirs] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    ours = Math.min(ours, await time(run))
    if (peer) theirs = Math.min(theirs, await time(peer.run))
  }
  const toSpeed = (ms: number) => text.length / 1000 / ms
  const value = toSpeed(ours)
  if (!peer) return { name, value, unit: 'MB/s' }
  return { name, value, unit: 'MB/s', peer: { name: peer.name, value: toSpeed(theirs), ratio: theirs / ours } }
}

async function time(work: Work): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
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

function createSql(count: number): string {
  return Array.from(
    { length: count },
    (_, i) =>
      `select u.id, count(o.id) n from users u left join orders o on o.user_id = u.id and o.state <> 'x${i}' where u.age between ${i} and 99 and (u.mail like '%@example.com' or u.kind in (1, 2)) group by u.id order by n desc limit 10; -- note\ninsert into log (a, b) values (${i}, 'text'), (2, null);\nupdate t set a = case when b > 3 then 'x' else 'y' end where id = ${i};\n`,
  ).join('')
}

function createYaml(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `- id: ${i}\n  name: user ${i}\n  tags: [a, b, "c d"]\n  geo:\n    lat: ${i}.5\n  ok: true\n`,
  ).join('')
}

/** One mapping. */
function createKeys(count: number): string {
  return Array.from({ length: count }, (_, i) => `key${i}: value ${i}\n`).join('')
}
