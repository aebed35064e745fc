import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSource } from './prepare-web.ts'

test('the site is built anew for every file it is made of, and for no other', () => {
  const names = ['build.ts', 'build/dist.ts', 'app/style/tool.css', 'dist/client/embed.js', 'node_modules/x/index.js']
  assert.deepEqual([...names, 'e2e/site.ts', 'app/ip/area.test.ts'].filter(isSource), names.slice(0, 3))
})
