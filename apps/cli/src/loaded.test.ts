import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** Tells at the end which packages were loaded. */
const TELL = `
import { registerHooks } from 'node:module'
const names = new Set()
registerHooks({
  load(url, context, next) {
    const name = /node_modules\\/(\\w+)\\//.exec(url)?.[1]
    if (name !== undefined) names.add(name)
    return next(url, context)
  },
})
process.on('exit', () => process.stderr.write([...names].sort().join()))
`

const rows: [readonly string[], string][] = [
  [['--version'], ''],
  [['tool', 'case', 'a'], 'zod'],
  [['tool', 'chmod', '755'], 'yaml,zod'],
]
for (const [words, packages] of rows)
  test(`octet ${words.join(' ')} loads ${packages || 'no package'}: a short command is mostly loading`, async () => {
    const args = ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`, join(import.meta.dirname, 'main.ts'), ...words]
    assert.equal((await promisify(execFile)(process.execPath, args)).stderr, packages)
  })
