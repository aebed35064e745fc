import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { taskSchema } from '@octet/core/probe/measurement.ts'
import { createProbe } from '../create-probe.ts'
import { createGuard } from '../guard/guard.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { checkTask, runTask } from './run-task.ts'

let addresses: readonly string[] = []
const guard = createGuard({ allowTargets: ['127.0.0.1/32'], resolver: async () => [...addresses] })
const probe = createProbe({ guard, resolvers: [] })
after(() => probe[Symbol.asyncDispose]())

const NAME = 'turning.example'
const TASKS = [
  { type: 'ping', target: NAME },
  { type: 'ping', target: NAME, protocol: 'tcp', port: 80 },
  { type: 'ping', target: NAME, protocol: 'http' },
  { type: 'traceroute', target: NAME },
  { type: 'traceroute', target: NAME, protocol: 'udp' },
  { type: 'traceroute', target: NAME, protocol: 'tcp', port: 80 },
  { type: 'mtr', target: NAME },
  { type: 'dns', target: 'x.example', resolver: NAME },
  { type: 'dns', target: 'x.example', resolver: `tcp://${NAME}` },
  { type: 'dns', target: 'x.example', resolver: `tls://${NAME}` },
  { type: 'dns', target: 'x.example', resolver: `https://${NAME}/dns-query` },
  { type: 'http', target: `http://${NAME}/` },
  { type: 'http', target: `https://${NAME}/`, method: 'GET' },
  { type: 'tls', target: NAME },
] as const

for (const task of TASKS) {
  const words = [
    task.type,
    'protocol' in task && task.protocol,
    'resolver' in task && task.resolver,
    'method' in task && task.method,
  ]
  test(`a monitor whose name has turned inward sends nothing: ${words.filter(Boolean).join(' ')}`, async () => {
    const accepted = taskSchema.parse(task)
    checkTask(accepted)
    for (addresses of [['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], ['::ffff:127.0.0.2'], ['10.0.0.1'], ['::1']]) {
      const run = Array.fromAsync(
        runTask(accepted, probe, { signal: AbortSignal.timeout(UNHURRIED.totalMs), timeoutMs: UNHURRIED.askMs }),
      )
      await assert.rejects(run, { key: 'refused_target' }, addresses.join())
    }
  })
}
