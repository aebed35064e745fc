import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { toCatalogueRow } from '@octet/tools/catalogue.ts'
import { loadTools } from '@octet/tools/registry.ts'
import { PAGE_WORDS } from './page-words.ts'
import { searchTools, type Searchable } from '@octet/tools/search/search-tools.ts'

const here = (path: string) => new URL(path, import.meta.url)
const pages = Object.entries(PAGE_WORDS).map(([route, words]): Searchable => {
  const title = { en: words[0] ?? '', zh: words.find((word) => /\p{sc=Han}/u.test(word)) ?? '' }
  return { id: route, route, title, summary: { en: '', zh: '' }, words }
})
const rows: readonly Searchable[] = [...(await loadTools()).map(toCatalogueRow), ...pages]

const table = (await readFile(here('fixtures/everyday-searches.txt'), 'utf8'))
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' = ') as [string, string])

test('every search of the table finds first what answers it', () => {
  const wrong = table.flatMap(([query, ids]) => {
    const [first] = searchTools(rows, query)
    return first && ids.split(' ').includes(first.id) ? [] : [`${query}: ${first?.id ?? 'nothing'} in place of ${ids}`]
  })
  assert.deepEqual(wrong, [])
  assert.ok(table.length > 700, `${table.length} searches`)
})

test('the table knows only what there is', () => {
  const ids = new Set(rows.map(({ id }) => id))
  assert.deepEqual(
    table.filter(([, wanted]) => !wanted.split(' ').every((id) => ids.has(id))),
    [],
  )
})

test('every page with words of its own is a page of the site', async () => {
  const files = await readdir(here('../routes'))
  for (const route of Object.keys(PAGE_WORDS)) assert.ok(files.includes(`${route.slice(1).replaceAll('/', '.')}.tsx`), route)
})
