import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyTool } from '@octet/core/tool.ts'
import ipRange from '../ip/ip-range/tool.ts'
import notation from '../ip/notation/tool.ts'
import { answerTool } from '../run.ts'
import mask from '../subnet/mask/tool.ts'
import maskInverse from '../subnet/mask-inverse/tool.ts'
import network from '../subnet/network/tool.ts'
import { createTestHost } from '../testing/host.ts'
import { toHalfWidth } from './half-width.ts'
import { parseTarget } from './target.ts'

test('digits, letters, stops and slashes of an input method become ASCII', () => {
  assert.equal(toHalfWidth('１９２。１６８。０。１／２４、ｆｅ８０：：１'), '192.168.0.1/24,fe80::1')
})

const typed: [AnyTool, Record<string, string>, string][] = [
  [network, { text: '１０．１．２．３／８' }, '10.0.0.0/8'],
  [network, { text: '10。1。2。3', mask: '２５５。０。０。０' }, '10.0.0.0/8'],
  [maskInverse, { text: '２５５．２５５．２５５．０' }, '/24'],
  [maskInverse, { text: '10。0。0。0～10。0。0。255' }, '10.0.0.0/24'],
  [mask, { count: '１００' }, '255.255.255.128'],
  [ipRange, { text: '10。0。0。0／25、10。0。0。128／25' }, '10.0.0.0/24'],
  [notation, { text: '10。0。0。1' }, '167772161'],
]
for (const [tool, input, text] of typed)
  test(`${tool.id} reads ${Object.values(input).join(' ')}`, async () => {
    const answer = (await answerTool(tool, input, createTestHost())) as { text: string }
    assert.equal(answer.text.trim(), text)
  })

test('a target of probes in full width is the same address', () => {
  assert.deepEqual(parseTarget('１。１。１。１'), { host: '1.1.1.1', isAddress: true })
  assert.deepEqual(parseTarget('ｅｘａｍｐｌｅ．ｃｏｍ'), { host: 'example.com', isAddress: false })
})
