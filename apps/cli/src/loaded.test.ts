import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { makeFolder, writeSmallDatabase } from '@octet/ipdb/testing/small-database.ts'

/** Tells at the end which packages were loaded: those of others, and of ours all but the command line. */
const TELL = `
import { registerHooks } from 'node:module'
const names = new Set()
registerHooks({
  load(url, context, next) {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1] ?? /\\/packages\\/(\\w+)\\/src\\/(?!start-tuned)/.exec(url)?.[1]
    if (name !== undefined) names.add(name)
    return next(url, context)
  },
})
process.on('exit', () => process.stderr.write('loaded: ' + [...names].sort().join()))
`

const folder = await makeFolder()
await writeSmallDatabase(folder.path, { v4: [0], v6: [0n] })
after(() => folder[Symbol.asyncDispose]())

async function listLoaded(words: readonly string[]): Promise<string> {
  const hooks = `data:text/javascript,${encodeURIComponent(TELL)}`
  const args = ['--import', hooks, join(import.meta.dirname, '../bin/octet.mjs'), ...words]
  const env = { ...process.env, OCTET_SERVER: '', OCTET_VAR: folder.path }
  const ended = promisify(execFile)(process.execPath, args, { env }).catch((error: { stderr: string }) => error)
  return /loaded: (.*)$/.exec((await ended).stderr)?.[1] ?? 'nothing told'
}

const rows: [words: string, packages: string, why?: string][] = [
  ['--version', ''],
  ['--help', 'data,ipdb', 'names of products and their formats'],
  ['lookup --help', ''],
  ['mcp --help', ''],
  ['agent --help', ''],
  ['data --help', ''],
  ['lokup', 'tools', 'what it may have meant'],
  ['user list extra', 'core', 'texts of errors'],
  ['lookup 8.8.8.8 --json', 'client,core,ipdb', 'of the client one error, and nothing that checks a manifest'],
  ['lookup 8.8.8.8', 'client,core,ipdb,yaml'],
  ['tool case a', 'core,tools,zod'],
  ['tool chmod 755', 'core,tools,yaml,zod'],
]
for (const [words, packages, why = ''] of rows)
  test(`octet ${words} loads ${packages || 'no package'}${why && ` (${why})`}: a short command is mostly loading`, async () => {
    assert.equal(await listLoaded(words.split(' ')), packages)
  })
