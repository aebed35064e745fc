import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitLines } from '@octet/core/lines.ts'
import { findTool } from './registry.ts'
import { answerTool } from './run.ts'
import { createTestHost } from './testing/host.ts'

test('lines end in \\n, \\r\\n or \\r alone', () =>
  assert.deepEqual(splitLines('a\nb\r\nc\rd\r\r\ne'), ['a', 'b', 'c', 'd', '', 'e']))

/** Tools that take a list, one a line, with a field that has one. */
const LISTS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['group', { text: 'k,v\nx,1\ny,2', by: 'k' }],
  ['group', { text: '{"k":"x"}\n{"k":"y"}', by: 'k' }],
  ['group', { text: 'a\nb\na' }],
  ['lines', { text: 'b\na', action: 'sort' }],
  ['similarity', { left: 'a\nb', right: 'a\nc', by: 'line' }],
  ['base', { text: '10\n11' }],
  ['mime', { text: 'text/html\n.png' }],
  ['case', { mode: 'numbers', text: '1\n2' }],
  ['calculator', { text: 'x = 3\nx * 2' }],
  ['time', { text: '0\n2024-02-29' }],
  ['ip-range', { text: '192.0.2.1\n192.0.2.2' }],
  ['notation', { text: '192.0.2.1\n192.0.2.2' }],
  ['network', { mode: 'join', text: '192.0.2.0/25\n192.0.2.128/25' }],
  ['network', { mode: 'vlsm', text: '192.0.2.0/24', hosts: '50\n20' }],
  ['url', { action: 'build', text: 'https://a.example/', query: 'a=1\nb=2' }],
  ['base64', { text: 'QQ==\nQg==', direction: 'decode', eachLine: true }],
  ['base64', { text: 'a\nb', direction: 'encode', eachLine: true }],
  ['classic', { cipher: 'nato', text: 'a\nb' }],
  ['classic', { cipher: 'a1z26', text: '1\n2', direction: 'decode' }],
  ['json', { text: '{}', action: 'jq', jq: '$a + $b', args: 'a=1\nb=2' }],
  ['uuid', { mode: 'decode', text: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
  ['cn-id', { numbers: '11010519491231002X\n110105194912310021' }],
  ['iban', { text: 'DE89370400440532013000\nGB82WEST12345698765432' }],
  ['phone', { numbers: '13800138000\n110' }],
  ['redact', { text: 'Ann met Bob', words: 'Ann\nBob' }],
  ['banner', { text: 'a\nb' }],
  ['data-convert', { from: 'csv', to: 'json', text: 'a,b\n1,2\n3,4' }],
  ['regex', { pattern: 'a', matching: 'a\nba' }],
]
for (const [id, input] of LISTS)
  test(`${id}: the same with carriage returns alone and before line feeds: ${JSON.stringify(input).slice(0, 60)}`, async () => {
    const tool = (await findTool(id))!
    const ask = async (end: string): Promise<unknown> => {
      const given = Object.entries(input).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll('\n', end) : value,
      ])
      const answer = (await answerTool(tool, Object.fromEntries(given), createTestHost())) as object
      return JSON.parse(JSON.stringify(answer))
    }
    const wanted = await ask('\n')
    assert.deepEqual(await ask('\r\n'), wanted)
    assert.deepEqual(await ask('\r'), wanted)
  })
