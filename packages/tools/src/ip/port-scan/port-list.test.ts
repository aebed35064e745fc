import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePortList, PRESETS } from './port-list.ts'

const GOOD: readonly [string, readonly number[]][] = [
  ['22', [22]],
  ['22, 80;443', [22, 80, 443]],
  ['8000-8003', [8000, 8001, 8002, 8003]],
  ['80，443、80', [80, 443]],
]
for (const [text, ports] of GOOD) test(text, () => assert.deepEqual(parsePortList(text, 20), ports))
for (const text of ['', '0', '65536', '90-80', 'ssh', '-1', '1-65535', '1-21', '1.5'])
  test(`“${text}” is refused`, () => assert.throws(() => parsePortList(text, 20), { key: 'bad_input' }))
test('presets hold at most 20 ports', () => {
  for (const ports of Object.values(PRESETS)) assert.ok(ports.length <= 20 && new Set<number>(ports).size === ports.length)
})
