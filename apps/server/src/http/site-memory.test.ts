import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSite, type SiteMemory, type Part } from './site-memory.ts'

const show = ({ bytes }: SiteMemory, { from, bytes: length }: Part) => Buffer.from(bytes, from, length).toString('utf8')

test('files lie in one memory that threads can share, packed where the build has packed them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-site-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  const files = {
    'index.html': '<p>首页</p>',
    'assets/a.js': 'a()',
    'assets/a.js.br': 'packed as br',
    'assets/short.css': 'p {}',
    'assets/a.js.map': '{}',
    'empty.txt': '',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'client', name), text)
  const site = await readSite(folder)
  await rm(folder, { recursive: true })
  assert.ok(site?.bytes instanceof SharedArrayBuffer)
  const found = Object.fromEntries(
    site.entries.map((entry) => [entry.url, 'body' in entry ? show(site, entry.body) : [show(site, entry.br)]]),
  )
  assert.deepEqual(found, {
    '/index.html': '<p>首页</p>',
    '/assets/a.js': ['packed as br'],
    '/assets/short.css': 'p {}',
    '/empty.txt': '',
  })
})

test('a site that has not been built is undefined', async () => {
  assert.equal(await readSite(join(tmpdir(), 'octet-no-such-site')), undefined)
})
