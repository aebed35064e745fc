import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

test('SIGTERM to the shell of npm reaches the program in it', { skip: process.platform === 'win32' }, async () => {
  const program = `
    import { endWithNpm } from ${JSON.stringify(new URL('./end-with-npm.ts', import.meta.url).href)}
    endWithNpm()
    process.once('SIGTERM', () => process.stdout.write('told\\n', () => process.exit()))
    setTimeout(() => process.exit(), 10_000)
    console.log('here')`
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, program], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const words: string[] = []
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    words.push(text.trim())
    if (text.startsWith('here')) shell.kill('SIGTERM')
  })
  await once(shell.stdout, 'end')
  assert.deepEqual(words, ['here', 'told'])
})
