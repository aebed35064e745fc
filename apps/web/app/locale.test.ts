import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitPath, toLocalPath, trimPath } from './locale.ts'

const rows = [
  ['/', 'en', '/'],
  ['/ip', 'en', '/ip'],
  ['/zh', 'zh', '/'],
  ['/zh/', 'zh', '/'],
  ['/zh/format/json', 'zh', '/format/json'],
  ['/zhongwen', 'en', '/zhongwen'],
] as const

for (const [pathname, lang, path] of rows)
  test(`${pathname} is ${path} in ${lang}`, () => assert.deepEqual(splitPath(pathname), { lang, path }))

test('a path and its language give the address back', () => {
  for (const lang of ['en', 'zh'] as const)
    for (const path of ['/', '/ip', '/format/json']) assert.deepEqual(splitPath(toLocalPath(path, lang)), { lang, path })
})

test('one page has one address', () => {
  assert.equal(trimPath('/ip//'), '/ip')
  assert.equal(trimPath('/'), '/')
})
