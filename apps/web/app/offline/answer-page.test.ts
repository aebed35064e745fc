import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFallback, toHandling, type Handling } from './answer-page.ts'
import { toWanted } from './wanted.ts'

const ORIGIN = 'https://octet.test'

const requests: [method: string, mode: RequestMode, path: string, handling: Handling][] = [
  ['GET', 'cors', '/assets/react-0123abcd.js', 'file'],
  ['GET', 'navigate', '/zh/format/json?indent=4', 'page'],
  ['GET', 'navigate', '/v1/ip/8.8.8.8', 'none'],
  ['GET', 'cors', '/v1/ip/8.8.8.8', 'none'],
  ['GET', 'navigate', '/account/profile', 'none'],
  ['GET', 'navigate', '/zh/admin', 'none'],
  ['GET', 'navigate', '/embed/json', 'none'],
  ['POST', 'navigate', '/format/json', 'none'],
  ['POST', 'navigate', '/share', 'share'],
  ['GET', 'navigate', '/share', 'page'],
  ['POST', 'navigate', 'https://elsewhere.test/share', 'none'],
  ['GET', 'navigate', '/zh/ip-location/8.8.8.8', 'page'],
  ['GET', 'navigate', '/openapi.json', 'none'],
  ['GET', 'cors', '/_build/latest.json', 'none'],
  ['GET', 'cors', 'https://elsewhere.test/assets/a-0123abcd.js', 'none'],
]
for (const [method, mode, path, handling] of requests)
  test(`${method} ${path} (${mode}) is handled as: ${handling}`, () =>
    assert.equal(toHandling({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN), handling))

const fallbacks: [path: string, answer: object][] = [
  ['/zh', { shell: '/_build/shell-zh.html' }],
  ['/format/json?indent=4', { shell: '/_build/shell-en.html' }],
  // One page has one address, here as with the server.
  ['/format/json/?indent=4', { redirect: `${ORIGIN}/format/json?indent=4` }],
  ['/zh/', { redirect: `${ORIGIN}/zh` }],
  [`${ORIGIN}//elsewhere.test/`, { redirect: `${ORIGIN}//elsewhere.test` }],
  ['/dnschaxun?name=a', { redirect: '/offline?wanted=%2Fdnschaxun%3Fname%3Da' }],
  ['/zh/pricing', { redirect: '/zh/offline?wanted=%2Fzh%2Fpricing' }],
]
for (const [path, answer] of fallbacks)
  test(`without a server ${path} becomes ${JSON.stringify(answer)}`, () =>
    assert.deepEqual(toFallback(new URL(path, ORIGIN), new Set(['/', '/format/json'])), answer))

const words: [word: string | undefined, wanted: string | undefined][] = [
  ['/zh/pricing?a=1', '/zh/pricing?a=1'],
  ['//elsewhere.test', undefined],
  [String.raw`/\elsewhere.test`, undefined],
  ['https://elsewhere.test', undefined],
  ['javascript:alert(1)', undefined],
  ['/%ff', undefined],
  [undefined, undefined],
]
for (const [word, wanted] of words) test(`the page offered for ${word} is ${wanted}`, () => assert.equal(toWanted(word), wanted))
