import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCatalogueRow } from '@octet/tools/catalogue.ts'
import { loadTools } from '@octet/tools/registry.ts'
import type { Searchable } from '@octet/tools/search/search-tools.ts'
import { findNearPlaces } from './near-places.ts'
import { PAGE_WORDS } from './palette/page-words.ts'

const pages = Object.entries(PAGE_WORDS).map(([route, words]): Searchable => {
  const title = { en: words[0] ?? '', zh: words.find((word) => /\p{sc=Han}/u.test(word)) ?? '' }
  return { id: route, route, title, summary: { en: '', zh: '' }, words }
})
const rows: readonly Searchable[] = [...(await loadTools()).map(toCatalogueRow), ...pages]

for (const [path, first] of [
  ['/format/xml', 'xml'],
  ['/json', 'json'],
  ['/JSON', 'json'],
  ['/base64', 'base64'],
  ['/tools/dns', 'dns'],
  ['/md5', 'hash'],
  ['/subnet-calculator', 'network'],
  ['/convert/json_to_yaml.html', 'data-convert'],
  ['/en/tools/json', 'json'],
  ['/ping.php', 'ping'],
  ['/bse64', 'base64'],
  ['/dnschaxum', 'dns'],
  ['/二维码', 'qr'],
  ['/ip/192.0.2.1', 'ip'],
  ['/register', '/signup'],
  ['/user/login', '/login'],
  ['/docs/qzqzqz', '/docs'],
  ['/Docs/v2/qzqzqz', '/docs'],
  ['/account/qzqzqz', '/account/dashboard'],
] as const)
  test(`${path} is near ${first}`, () => {
    const found = findNearPlaces(rows, path)
    assert.equal(found[0]?.id, first)
    assert.ok(found.length <= 5)
    assert.ok(
      found.every((row) => rows.includes(row)),
      'the rows themselves',
    )
  })

for (const path of [
  '/',
  '/no/such',
  '/qzqzqz',
  '/convert/qzqzqz',
  '/.env',
  '/a',
  '/1',
  '/blog',
  '/wp-login.php',
  '/%',
  `/${'json'.repeat(40)}`,
])
  test(`${path.slice(0, 20)} is near nothing`, () => {
    assert.deepEqual(findNearPlaces(rows, path), [])
  })

test('of a refused address the last part is no name', () => {
  assert.deepEqual(
    findNearPlaces(rows, '/asn/json', true).map(({ id }) => id),
    findNearPlaces(rows, '/asn').map(({ id }) => id),
  )
})
