import assert from 'node:assert/strict'
import { STATUS_CODES as NODE_CODES } from 'node:http'
import { test } from 'node:test'
import { CHINESE_NAMES, findStatusCodes, STATUS_CODES } from './codes.ts'

test('every Chinese name is of a code that is here', () => {
  for (const code of Object.keys(CHINESE_NAMES))
    assert.ok(
      STATUS_CODES.some(([one]) => String(one) === code),
      code,
    )
})

test('no code stands twice', () => assert.equal(new Set(STATUS_CODES.map(([code]) => code)).size, STATUS_CODES.length))

test('every code that Node knows is here', () => {
  const known = new Set(STATUS_CODES.map(([code]) => String(code)))
  // 509 is a habit of hosters, not registered and in no product we name.
  assert.deepEqual(
    Object.keys(NODE_CODES).filter((code) => !known.has(code) && code !== '509'),
    [],
  )
})

for (const [text, codes] of [
  ['404', [404]],
  ['HTTP/1.1 301 Moved Permanently', [301]],
  ['HTTP/2 503', [503]],
  ['503 Service Unavailable', [503]],
  ['４２９', [429]],
  ['502错误', [502]],
  ['Request failed with status code 403', [403]],
  ['404, 410', [404, 410]],
  ['timeout', [408, 504]],
  ['网关超时', [504]],
  ['禁止访问', [403]],
  ['内部服务器错误', [500]],
  ['timeout gateway', [504]],
] as const)
  test(`${text} picks ${codes.join(', ')}`, () => {
    const found = findStatusCodes(text).map(([code]) => code)
    for (const code of codes) assert.ok(found.includes(code), `${code} in ${found.join()}`)
    if (/\d/.test(text.normalize('NFKC'))) assert.equal(found.length, codes.length)
  })

for (const [text, first] of [
  ['redirect', 3],
  ['重定向', 3],
  ['server error', 5],
  ['客户端错误', 4],
] as const)
  test(`${text} picks its whole class`, () => {
    const wanted = STATUS_CODES.map(([code]) => code).filter((code) => Math.floor(code / 100) === first)
    const found = new Set(findStatusCodes(text).map(([code]) => code))
    assert.deepEqual(
      wanted.filter((code) => !found.has(code)),
      [],
    )
  })
