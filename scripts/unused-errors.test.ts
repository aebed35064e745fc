import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ERRORS } from '../packages/core/src/errors.ts'

const ROOT = join(import.meta.dirname, '..')
const OTHERS = /\.test\.tsx?$|^packages\/core\/src\/errors\.ts$|^packages\/client\/src\/openapi\.ts$/

test('each error that is documented can come from somewhere', () => {
  const code = globSync(['apps/*/{src,app}/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: ROOT })
    .filter((path) => !OTHERS.test(path))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')
  assert.deepEqual(
    Object.keys(ERRORS).filter((key) => !code.includes(`'${key}'`)),
    [],
  )
})
