import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const MAIN = join(import.meta.dirname, '../bin/octet.mjs')
const REFUSAL = 'backup: expected a backup of Octet, got another file'

for (const [words, usage] of [
  [['restore', 'x.backup'], false],
  [['backup', 'x.backup'], false],
  [['user', 'add', '--email', 'x'], true],
] as const)
  test(`octet ${words.join(' ')}: what a server refuses is told ${usage ? 'with' : 'without'} the usage`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'octet-ask-'))
    const socket = join(folder.path, 'socket')
    const server = createServer((_request, answer) => answer.end(JSON.stringify({ code: 400, msg: REFUSAL, data: {} })))
    server.listen(socket)
    await once(server, 'listening')
    await writeFile(join(folder.path, 'operator.json'), JSON.stringify({ socket }))
    const env = { ...process.env, OCTET_VAR: folder.path, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' }
    const child = spawn(process.execPath, [MAIN, ...words], { cwd: folder.path, env, stdio: ['ignore', 'ignore', 'pipe'] })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>])
    server.close()
    assert.equal(said.split('\n')[0], `octet ${words[0]}: ${REFUSAL}`)
    assert.deepEqual([said.trim().split('\n').length > 1, code], [usage, usage ? 2 : 1], said)
  })

test('the younger of two servers with one folder has ended: the other one is asked', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'octet-ask-'))
  const server = createServer((_request, answer) => answer.end(JSON.stringify({ code: 200, msg: '', data: { key: 'k1' } })))
  server.listen(join(folder.path, 'a1.sock'))
  await once(server, 'listening')
  // One that was killed leaves its socket, to which nobody listens any more.
  const killed = spawn(
    process.execPath,
    ['-e', 'require("net").createServer().listen("b2.sock", () => process.kill(process.pid, 9))'],
    {
      cwd: folder.path,
    },
  )
  await once(killed, 'exit')
  await writeFile(join(folder.path, 'operator.json'), JSON.stringify({ socket: join(folder.path, 'c3.sock') }))
  const run = async () => {
    const env = { ...process.env, OCTET_VAR: folder.path, LC_ALL: 'C.UTF-8' }
    const child = spawn(process.execPath, [MAIN, 'key', 'add', '--email', 'x@example.org'], { env, stdio: 'pipe' })
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return [out, err]
  }
  assert.deepEqual(await run(), ['k1\n', ''])
  await new Promise((resolve) => server.close(resolve))
  const [, err] = await run()
  assert.match(err!, /the server does not answer: .*c3\.sock\. Is it running\?/)
})
