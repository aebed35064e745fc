import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hop } from './fetch.ts'
import { checkHsts, checkPreload } from './hsts.ts'

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

/** As Chromium and Firefox read them: what breaks the form breaks the whole header. */
for (const [value, outcome] of [
  ['max-age=31536000', 'good: HSTS for 365 days'],
  [' Max-Age = "31536000" ;; INCLUDESUBDOMAINS; x=y; z ', 'good: HSTS for 365 days, with subdomains'],
  ['includeSubDomains;max-age=86400;x="a;max-age=1"', 'notice: HSTS for 1 day, with subdomains'],
  ['max-age=0', 'notice: HSTS is switched off (max-age=0)'],
  ['includeSubDomains', 'notice: browsers ignore Strict-Transport-Security, as it has no max-age'],
  ['x-max-age=31536000', 'notice: browsers ignore Strict-Transport-Security, as it has no max-age'],
  [
    'max-age=31536000, includeSubDomains',
    'notice: browsers ignore Strict-Transport-Security, as max-age is “31536000, includeSubDomains”, which is no number of seconds; directives are parted by semicolons',
  ],
  [
    'max-age=31536000 includeSubDomains',
    'notice: browsers ignore Strict-Transport-Security, as max-age is “31536000 includeSubDomains”, which is no number of seconds',
  ],
  ['max-age=-1', 'notice: browsers ignore Strict-Transport-Security, as max-age is “-1”, which is no number of seconds'],
  ['max-age=1; max-age=2', 'notice: browsers ignore Strict-Transport-Security, as max-age stands there twice'],
  [
    'max-age=31536000; includeSubDomains=true',
    'notice: browsers ignore Strict-Transport-Security, as includeSubDomains takes no value',
  ],
  [
    '"max-age=31536000; includeSubDomains"',
    'notice: browsers ignore Strict-Transport-Security, as it is not written as name=value with semicolons between',
  ],
  [
    'max-age="31536000',
    'notice: browsers ignore Strict-Transport-Security, as it is not written as name=value with semicolons between',
  ],
] as const)
  test(`${value}: ${outcome}`, () => {
    const { verdict, text } = checkHsts(value, hop(HOME))
    assert.equal(`${verdict}: ${text.en}`, outcome)
  })

test('a header that browsers ignore asks for no preloading', () =>
  assert.deepEqual(checkPreload('max-age=31536000, includeSubDomains; preload', [hop(HOME)]), []))

test('what browsers ignore cannot be preloaded', () => assert.deepEqual(checkPreload(YEAR, [hop(HOME, false)]), []))
