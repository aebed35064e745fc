import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { refuseClosedFolder } from './refuse-closed-folder.ts'

const folder = await mkdtemp(join(tmpdir(), 'octet-var-'))
after(() => rm(folder, { recursive: true }))

test('a folder is made where there is none', async () => {
  await refuseClosedFolder(join(folder, 'a/b'))
  assert.ok(existsSync(join(folder, 'a/b')))
})

test('what is no folder, or closed to this user, stops the start by the name of the setting', async () => {
  await writeFile(join(folder, 'file'), '')
  await mkdir(join(folder, 'closed'), { mode: 0o555 })
  const closed = process.getuid?.() === 0 ? [] : [join(folder, 'closed')] // nothing is closed to root
  const endless = process.platform === 'linux' ? ['/proc/octet'] : []
  for (const path of [join(folder, 'file'), join(folder, 'file/var'), ...closed, ...endless])
    await assert.rejects(refuseClosedFolder(path), ({ name, message }: Error) => {
      assert.equal(name, 'ConfigError')
      return message.startsWith(`OCTET_VAR: expected a folder that this user may write in, got ${path} (`)
    })
})
