import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hop } from './fetch.ts'
import { checkPreload } from './hsts.ts'

const hop = (url: string, isTrusted = true): Hop => ({
  url,
  status: 200,
  address: '192.0.2.1',
  headers: [],
  flaws: [],
  missed: [],
  timing: { resolvedMs: null, connectedMs: null, securedMs: null, firstByteMs: null, endMs: null },
  tls: url.startsWith('https:') ? { protocol: 'TLSv1.3', cipher: '', isTrusted, problem: null } : null,
})
const YEAR = 'max-age=31536000; includeSubDomains; preload'
const HOME = 'https://example.com/'

for (const [title, value, urls, outcome] of [
  ['all that is demanded', YEAR, [HOME], /^good/],
  [
    'half a year',
    'max-age=15768000; includeSubDomains; preload',
    [HOME],
    /^notice: .*: it lacks a max-age of a year \(31536000\)$/,
  ],
  ['without subdomains', 'max-age=63072000; preload', [HOME], /^notice: .*includeSubDomains$/],
  ['a name below the registered domain', YEAR, ['https://www.example.com/'], /^notice: .*registered domain/],
  ['first to HTTPS, then to another name', YEAR, ['http://example.com/', HOME], /^good/],
  ['first to another name', YEAR, ['http://example.com/', 'https://www.example.com/', HOME], /^notice: .*same host first$/],
  ['that does not ask', 'max-age=31536000; includeSubDomains', [HOME], undefined],
] as const)
  test(`the preload list and a site of ${title}`, () => {
    const [found] = checkPreload(
      value,
      urls.map((url) => hop(url)),
    )
    if (outcome) assert.match(`${found!.verdict}: ${found!.text.en}`, outcome)
    else assert.equal(found, undefined)
  })

test('what browsers ignore cannot be preloaded', () => assert.deepEqual(checkPreload(YEAR, [hop(HOME, false)]), []))
