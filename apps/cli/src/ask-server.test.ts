import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const MAIN = join(import.meta.dirname, 'main.ts')
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
