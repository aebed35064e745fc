import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { HeadError, readHead } from './response-head.ts'

const OK = 'HTTP/1.1 200 OK\r\n'

/** What is written, what a strict parser reads in its place, and what is said of it. */
const ROWS: readonly (readonly [raw: string, text: string, ...flaws: RegExp[]])[] = [
  [`${OK}A: 1\r\nB:2\r\n\r\n`, `${OK}A: 1\r\nB: 2\r\n\r\n`],
  ['HTTP/1.0 404\r\n\r\n', 'HTTP/1.0 404\r\n\r\n'],
  ['HTTP/1.0 200 OK\nA: 1\n\n', 'HTTP/1.0 200 OK\r\nA: 1\r\n\r\n', /^lines that end in LF/],
  [`${OK}A: 1\r\n\n`, `${OK}A: 1\r\n\r\n`, /^lines that end in LF/],
  [`${OK}A: 1;\r\n  2\r\n\t3\r\nB: 4\r\n\r\n`, `${OK}A: 1; 2 3\r\nB: 4\r\n\r\n`, /^A is folded/],
  [`${OK} A: 1\r\nB: 2\r\n\r\n`, `${OK}B: 2\r\n\r\n`, /^“A: 1” is no header/],
  [`${OK}A : 1\r\n\r\n`, `${OK}A: 1\r\n\r\n`, /^white space behind the name A/],
  [`${OK}nothing\r\n: x\r\nA B: 1\r\n\r\n`, `${OK}\r\n`, /^“nothing”/, /^“: x”/, /^“A B: 1”/],
  [`${OK}A: 1\u00012\r3\r\n\r\n`, `${OK}A: 1 2 3\r\n\r\n`, /^control characters/],
  ['HTTP/2 204\r\n\r\n', 'HTTP/1.1 204\r\n\r\n', /^the status line “HTTP\/2 204”/],
  ['http/1.1  200 OK\r\n\r\n', `${OK}\r\n`, /^the status line/],
  [`${OK}Content-Length: 5\r\ncontent-length: 5\r\n\r\n`, `${OK}Content-Length: 5\r\n\r\n`, /said more than once/],
  [`${OK}Content-Length: 5, 5\r\n\r\n`, `${OK}Content-Length: 5\r\n\r\n`, /said more than once/],
  [`${OK}Content-Length: +5\r\n\r\n`, `${OK}\r\n`, /^Content-Length “\+5” is no length/],
  [
    `${OK}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n`,
    `${OK}Transfer-Encoding: chunked\r\n\r\n`,
    /^Content-Length beside Transfer-Encoding/,
  ],
]
for (const [raw, text, ...flaws] of ROWS)
  test(`${JSON.stringify(raw)} is read as ${JSON.stringify(text)}`, () => {
    const head = readHead(raw)!
    assert.equal(head.text, text)
    assert.equal(head.flaws.length, flaws.length, JSON.stringify(head.flaws))
    for (const [index, flaw] of flaws.entries()) assert.match(head.flaws[index]!.en, flaw)
  })

test('lines that browsers ignore are shown all the same', () =>
  assert.deepEqual(readHead(`${OK}X Y: 1\r\nnothing\r\n\r\n`)?.headers, [
    ['X Y', '1'],
    ['nothing', ''],
  ]))

for (const raw of ['SSH-2.0-x\r\n\r\n', 'HTTP/1.1 2000 OK\r\n\r\n', `${OK}A: \0\r\n\r\n`, '<html>\n\n', ''])
  test(`${JSON.stringify(raw)} is no head`, () => assert.equal(readHead(raw), undefined))

test('lengths that differ leave open where the body ends', () =>
  assert.throws(() => readHead(`${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`), HeadError))

for (const line of ['a\n', ' a\n', 'a: b\n', '\r', ' ', ':', ' \n', 'Content-Length: 5\n', 'content-length: 5, 5\n'])
  test(`the longest head, full of ${JSON.stringify(line)}, is read at once`, () => {
    const started = readWorkMs()
    readHead(`HTTP/1.1 200 OK\n${line.repeat(262_144 / line.length)}\n\n`)
    assert.ok(readWorkMs() - started < 20_000)
  })
