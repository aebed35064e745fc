import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { describeOptional } from './describe-optional.ts'

for (const [name, meant] of [
  ['OCTET_VRA', 'OCTET_VAR'],
  ['OCTET_CONFG', 'OCTET_CONFIG'],
  ['OCTET_PROCESES', 'OCTET_PROCESSES'],
  ['OCTET_TOOL', 'OCTET_TOOLS'],
] as const)
  test(`the start says that ${name} is no setting`, async () => {
    const lines = await describeOptional(readConfig({ [name]: 'x' }))
    assert.ok(lines.includes(`settings: ${name} is none; perhaps ${meant} was meant`), lines.join('\n'))
  })

test('nothing is said of settings, those of the command line, and what an orchestrator sets', () => {
  const env = {
    OCTET_VAR: 'var',
    OCTET_KEY: 'oct_live_x',
    OCTET_SERVER: 'http://127.0.0.1:3000',
    OCTET_PORT: 'tcp://10.0.0.1:3000',
    OCTET_PORT_3000_TCP_ADDR: '10.0.0.1',
    OCTET_SERVICE_HOST: '10.0.0.1',
    OCTET_SERVICE_PORT: '3000',
  }
  assert.deepEqual(readConfig(env).misspelt, [])
})
