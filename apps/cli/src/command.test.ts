import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError, type Command } from './command.ts'
import { findUsageFault } from './usage-fault.ts'

const folder = join(import.meta.dirname, 'commands')
const names = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts'))

for (const name of names)
  test(`${name}: the usage explains itself in both languages`, async () => {
    const { default: command }: { default: Command } = await import(join(folder, name))
    for (const line of command.usage)
      if (typeof line === 'string') assert.doesNotMatch(line, /^ | {2,}/, 'a line with an explanation has both languages')
      else {
        assert.match(line.zh, /\p{sc=Han}/u)
        assert.doesNotMatch(line.en, /\p{sc=Han}/u)
      }
  })

test('a call that cannot be understood is told in the language of the caller', () => {
  const error = new UsageError({ en: 'expected one file, got 2', zh: '应给出一个文件，收到 2 个' })
  assert.equal(findUsageFault(error, 'en'), 'expected one file, got 2')
  assert.equal(findUsageFault(error, 'zh'), '应给出一个文件，收到 2 个')
})
