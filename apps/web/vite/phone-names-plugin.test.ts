import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { build, type Rolldown } from 'vite'
import packed from '@octet/tools/lookup/phone/packed-places.ts'
import readNames from '@octet/tools/lookup/phone/world-names.ts'
import { phoneNamesPlugin } from './phone-names-plugin.ts'

const FOLDER = join(import.meta.dirname, '../../../packages/tools/src/lookup/phone')

/** What the site has in the place of a file that reads as only Node can. */
async function buildOne(name: string) {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [phoneNamesPlugin()],
    build: { write: false, rolldownOptions: { input: join(FOLDER, name), preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  const [{ code }] = built.output
  assert.ok(!/\bfrom ?["'`]|deserialize|readFile/.test(code), 'nothing of Node is left')
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).default
}

test('the places of Chinese mobile numbers are in the site as Node reads them, without what reads them', async () =>
  assert.deepEqual(await buildOne('packed-places.ts'), packed))

test('so are the areas and carriers of other countries', async () => {
  const readBuilt: typeof readNames = await buildOne('world-names.ts')
  for (const [kind, lang, code] of [
    ['geocodes', 'en', '1'],
    ['geocodes', 'en', '61'],
    ['geocodes', 'zh', '886'],
    ['carrier', 'en', '44'],
    ['carrier', 'en', '1'],
    ['geocodes', 'zh', '1'],
    ['geocodes', 'en', '999'],
  ] as const) {
    const sort = (names: ReadonlyMap<string, string> | undefined) => names && [...names].sort()
    assert.deepEqual(sort(await readBuilt(kind, lang, code)), sort(await readNames(kind, lang, code)), `${kind} ${lang} ${code}`)
  }
})
