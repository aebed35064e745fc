import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseUnknownTools } from './refuse-unknown-tools.ts'

const tools = [{ id: 'ping' }, { id: 'ports' }]

test('a tool that is switched off under a wrong name stops the start, as it would stay on', () => {
  refuseUnknownTools(['ports'], tools)
  assert.throws(() => refuseUnknownTools(['port', 'ping', 'whios'], tools), {
    name: 'ConfigError',
    message: 'OCTET_CONFIG: disabledTools: expected ids of tools, as octet tool lists them, got port, whios',
  })
})
