import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQuery, writeQuery } from './url-query.ts'

const row = (name: string, value: string) => ({ name, value })
const cases: [string, string, ReturnType<typeof row>[], string][] = [
  [
    'replaces the query and keeps the hash',
    'https://a.example/p?x=1#top',
    [row('q', 'a b'), row('名', '值&')],
    'https://a.example/p?q=a%20b&%E5%90%8D=%E5%80%BC%26#top',
  ],
  ['drops the question mark with the last one', 'https://a.example/?x=1', [], 'https://a.example/'],
  ['keeps a bare query bare', 'a=1&b=2', [row('a', '1'), row('c', '?')], 'a=1&c=%3F'],
  ['keeps a path without a host', '/p?a=1', [row('a', '2')], '/p?a=2'],
  ['leaves a question mark behind the hash alone', '/p#a?b', [row('x', '')], '/p?x=#a?b'],
]
for (const [name, url, rows, expected] of cases) test(name, () => assert.equal(writeQuery(url, rows), expected))

test('reads back what it wrote', () => {
  const rows = [row('q', 'a+b c'), row('', ''), row('名', '%&#=')]
  assert.deepEqual(readQuery(writeQuery('/p#a?b', rows)), rows)
})

test('reads the pairs of a bare query', () => {
  assert.deepEqual(readQuery('a=1&b=%E4%BD%A0 '), [row('a', '1'), row('b', '你')])
  assert.deepEqual(readQuery('example.com/a=1'), [])
})
