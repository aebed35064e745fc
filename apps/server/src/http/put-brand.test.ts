import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { MadeFile } from './made-file.ts'
import { putBrand, putBrandIntoPage } from './put-brand.ts'
import type { StaticFile } from './static-file.ts'

const PUBLIC = join(import.meta.dirname, '../../../web/public')
const [manifest, script] = await Promise.all(['site.webmanifest', 'embed.js'].map((name) => readFile(join(PUBLIC, name), 'utf8')))

/** Signs that end a string, a comment or an element, and those that `replace` takes for its own. */
const HOSTILE = `A"'\`\\ \${1} $& */</script>`
const BRANDS = ['Acme', '云图网络工具', HOSTILE]

function toFiles(brand: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>(
    Object.entries({
      '/site.webmanifest': manifest ?? '',
      '/embed.js': script ?? '',
      '/service-worker.js': 'work()\n',
      '/_build/shell-en.html': 'Octet',
      '/_build/shell-zh.html': 'Octet',
      '/assets/other.js': 'Octet',
    }).map(([path, text]) => [path, new MadeFile(path, () => text)]),
  )
  putBrand(files, { brand, renderShell: (lang, brand) => `${lang} ${brand}` })
  return files
}
const read = (files: Map<string, StaticFile>, path: string) => files.get(path)?.body.toString('utf8') ?? ''

for (const brand of BRANDS) {
  test(`the manifest says ${brand}, and the rest of it as before`, () => {
    const { name, short_name, ...rest } = JSON.parse(read(toFiles(brand), '/site.webmanifest'))
    assert.deepEqual([name, short_name], [`${brand}: network and developer tools`, brand])
    const own = JSON.parse(manifest ?? '')
    assert.deepEqual({ ...rest, name: own.name, short_name: own.short_name }, own)
  })

  test(`the frame of a widget is called after ${brand}, and nothing else is run`, () => {
    const text = read(toFiles(brand), '/embed.js')
    assert.ok(!text.includes('Octet'))
    const frame = { style: {}, addEventListener() {}, title: '' }
    const dataset = { tool: 'json' }
    const document = {
      currentScript: { dataset, src: 'https://tools.example/embed.js', closest: () => null, after() {} },
      createElement: () => frame,
    }
    runInNewContext(text, { document, URL, URLSearchParams, addEventListener() {} })
    assert.equal(frame.title, `${brand}: json`)
  })
}

test('empty pages are drawn with the name, and browsers that keep them are told by another worker', () => {
  const [acme, other] = [toFiles('Acme'), toFiles('Other')]
  assert.deepEqual(
    ['en', 'zh'].map((lang) => read(acme, `/_build/shell-${lang}.html`)),
    ['en Acme', 'zh Acme'],
  )
  const workers = [acme, other].map((files) => read(files, '/service-worker.js'))
  for (const text of workers) assert.match(text, /^work\(\)\n\/\/ [\w-]+\n$/)
  assert.notEqual(workers[0], workers[1])
  assert.equal(read(acme, '/assets/other.js'), 'Octet')
})

test('a file with the name is packed as it stands, under a tag of its own', async () => {
  const [acme, other] = ['Acme', 'Other'].map((brand) => toFiles(brand).get('/embed.js'))
  assert.ok(acme && other)
  const [br, gz, plain] = await Promise.all(['gzip, br', 'gzip', undefined].map((accepted) => acme.pack(accepted)))
  assert.deepEqual([br?.encoding, gz?.encoding, plain?.encoding], ['br', 'gzip', undefined])
  assert.deepEqual([brotliDecompressSync(br!.body), gunzipSync(gz!.body), plain!.body], [acme.body, acme.body, acme.body])
  assert.notEqual(acme.etag, other.etag)
})

for (const [brand, html] of [
  ['Octet', '<title>Octet：查询</title><p title="Octet">在 Octet 中打开</p>'],
  ['云图', '<title>云图：查询</title><p title="云图">在云图中打开</p>'],
  [
    `A"<&>'`,
    '<title>A&quot;&lt;&amp;&gt;&#39;：查询</title><p title="A&quot;&lt;&amp;&gt;&#39;">在 A&quot;&lt;&amp;&gt;&#39; 中打开</p>',
  ],
] as const)
  test(`a page that was rendered before says ${brand}`, () =>
    assert.equal(putBrandIntoPage('<title>{brand}：查询</title><p title="{brand}">在 {brand} 中打开</p>', brand), html))
