import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyTool } from '@octet/core/tool.ts'
import { answerTool } from '../run.ts'
import { createTestHost } from '../testing/host.ts'
import base from './base/tool.ts'
import mask from './mask/tool.ts'
import network from './network/tool.ts'

for (const [tool, input, field] of [
  [mask, { mode: 'networks', network: '192.0.2.0/33', count: '2' }, 'network'],
  [mask, { mode: 'networks', network: '192.0.2.0 255.0.255.0', count: '2' }, 'network'],
  [mask, { mode: 'networks', network: 'x', count: '2' }, 'network'],
  [mask, { mode: 'vlsm', hosts: '2' }, 'network'],
  [network, { text: '192.0.2.0/255.0.255.0' }, 'text'],
  [network, { text: '192.0.2.0/24', mode: 'split', into: 23 }, 'into'],
  [network, { text: '192.0.2.0/24', mode: 'split', into: 33 }, 'into'],
  [network, { text: '2001:db8::/48', mode: 'split', into: 129 }, 'into'],
  [network, { text: '192.0.2.0/24', mode: 'split', into: -1 }, 'into'],
  [network, { text: '192.0.2.0/24\n2001:db8::/48', mode: 'join' }, 'text'],
  [network, { text: ' ', mode: 'join' }, 'text'],
  [network, { text: '192.0.2.0/24\n'.repeat(4097), mode: 'join' }, 'text'],
  [network, { text: '192.0.2.0', mask: '255.0.255.0' }, 'mask'],
  [base, { text: '10', fromAlphabet: 'aa' }, 'fromAlphabet'],
  [base, { text: '10', toAlphabet: 'a' }, 'toAlphabet'],
] as const)
  test(`${tool.id} ${JSON.stringify(input)}: the error stands at the field ${field}`, () =>
    assert.rejects(answerTool(tool as unknown as AnyTool, input, createTestHost()), (error: { details: { field?: unknown } }) => {
      assert.equal(error.details.field, field)
      return true
    }))
