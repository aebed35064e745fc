import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSource } from './fingerprint.ts'
import { refuseClosed } from './prepare-web.ts'

test('the site is built anew for every file it is made of, and for no other', () => {
  const names = ['build.ts', 'build/dist.ts', 'app/style/tool.css', 'dist/client/embed.js', 'node_modules/x/index.js']
  assert.deepEqual([...names, 'e2e/site.ts', 'app/ip/area.test.ts'].filter(isSource), names.slice(0, 3))
})

test('who may not write the site is told who builds it; what else fails is told as it is', () => {
  const toFault = (code: string) => Object.assign(new Error(`${code}: open 'build.lock'`), { code })
  for (const code of ['EACCES', 'EPERM', 'EROFS'])
    assert.throws(() => refuseClosed(toFault(code)), { name: 'ConfigError', message: /may not write .*dist: .*npm run build$/ })
  assert.throws(() => refuseClosed(toFault('ENOSPC')), { name: 'Error', code: 'ENOSPC' })
})
