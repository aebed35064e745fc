import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from './command.ts'
import { listCommands, loadCard, loadCommand } from './commands.ts'
import { findUsageFault } from './usage-fault.ts'

for (const name of listCommands())
  test(`${name}: the usage explains itself in both languages`, async () => {
    const command = await loadCard(name)
    for (const line of command.usage)
      if (typeof line === 'string') assert.doesNotMatch(line, /^ | {2,}/, 'a line with an explanation has both languages')
      else {
        assert.match(line.zh, /\p{sc=Han}/u)
        assert.doesNotMatch(line.en, /\p{sc=Han}/u)
      }
  })

test('every command that the help names is there, and the help names every one', async () => {
  const files = await readdir(join(import.meta.dirname, 'commands'))
  const withCode = files.filter((name) => /^[a-z]+\.ts$/.test(name)).map((name) => name.slice(0, -'.ts'.length))
  assert.deepEqual(withCode.sort(), listCommands())
  for (const name of withCode) assert.equal(typeof (await loadCommand(name)).run, 'function')
})

test('a call that cannot be understood is told in the language of the caller', () => {
  const error = new UsageError({ en: 'expected one file, got 2', zh: '应给出一个文件，收到 2 个' })
  assert.equal(findUsageFault(error, 'en'), 'expected one file, got 2')
  assert.equal(findUsageFault(error, 'zh'), '应给出一个文件，收到 2 个')
})
