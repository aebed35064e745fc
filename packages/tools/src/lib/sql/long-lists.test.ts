import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInThisContext } from 'node:vm'
import { OLDER_BROWSER } from '@octet/core/testing/older-browser.ts'
import { DIALECTS } from './dialects.ts'
import { countOutside } from './long-lists.ts'
import { scanSql } from './tokens.ts'

runInThisContext(OLDER_BROWSER)

test('what stands outside of long lists is counted, as far as the last bracket, in older browsers too', () => {
  const count = (text: string) => countOutside(scanSql(text, DIALECTS.sql))
  const list = Array.from({ length: 1000 }, (_, i) => i).join(', ')
  assert.equal(count('select a from t'), 'select a from t'.length)
  const whole = `select a from t where b in (${list}) and c in (1)`
  assert.equal(count(whole), whole.indexOf('(1)') - list.length)
})
