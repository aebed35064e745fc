import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const prefixOf = async (count: string) => ((await answerTool(tool, { count }, createTestHost())) as { prefix: number }).prefix

for (const [count, prefix] of [
  ['1000', 22],
  ['1,000', 22],
  ['1 000', 22],
  ['１０００', 22],
  ['1_000_000', 12],
] as const)
  test(`${count} hosts need /${prefix}`, async () => assert.equal(await prefixOf(count), prefix))

for (const count of ['1,00', '0', '-1', '1.5', 'ten', '10,0000'])
  test(`${count} hosts are refused`, () => assert.rejects(prefixOf(count), { key: 'bad_input' }))
