import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { build, type Rolldown } from 'vite'
import packed from '@octet/tools/lookup/phone/packed-places.ts'
import { packedPlacesPlugin } from './packed-places-plugin.ts'

const FILE = join(import.meta.dirname, '../../../packages/tools/src/lookup/phone/packed-places.ts')

test('the places of mobile numbers are in the site as Node reads them, without what reads them', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [packedPlacesPlugin()],
    build: { write: false, rolldownOptions: { input: FILE, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  const [{ code }] = built.output
  assert.doesNotMatch(code, /\bimport\b|bson/)
  assert.deepEqual((await import(`data:text/javascript,${encodeURIComponent(code)}`)).default, packed)
})
