import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { AppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { ToolSwitches } from './tool-switches.ts'

test('a tool switched off while the database did not answer is off a second later', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let isAway = true
  let reads = 0
  let tell = (): void => {}
  const database = {
    isConfigured: true,
    listen: (_channel: string, heed: typeof tell) => (tell = heed),
    async run() {
      reads++
      if (isAway) throw new AppError('unavailable', { retryAfter: 2 })
      return ['ping']
    },
  } as unknown as Database
  await using switches = new ToolSwitches(database, { disabledTools: [], log: pino({ level: 'silent' }) })
  const settle = () => new Promise(setImmediate)
  tell()
  await settle()
  isAway = false
  assert.ok(!switches.isOff('ping'))
  t.mock.timers.tick(1_000)
  await settle()
  assert.ok(switches.isOff('ping'))
  t.mock.timers.tick(5_000)
  await settle()
  assert.equal(reads, 2, 'and nothing is read any more')
})
