import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { loadTools } from '@octet/tools/registry.ts'
import { makeIconSprite } from './icon-sprite.ts'

const ICONS = join(dirname(createRequire(import.meta.url).resolve('@tabler/icons-react/package.json')), 'dist/esm/icons')

test('every tool names an icon that there is', async () => {
  const missing = (await loadTools()).filter(({ icon }) => icon && !existsSync(join(ICONS, `Icon${icon}.mjs`)))
  assert.deepEqual(
    missing.map(({ id, icon }) => `${id}: ${icon}`),
    [],
  )
})

test('the sprite has the icon of each tool by its id, and those of the pages by their names', async () => {
  const { body } = await makeIconSprite()
  const ids = [...body.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(
    [...(await loadTools()).map(({ id }) => id), 'Copy', 'Download'].filter((id) => !ids.includes(id)),
    [],
  )
})
