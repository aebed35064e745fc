import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPointName, toPointPlace } from './point-words.ts'

test('a point has its Chinese name and city in Chinese, where there are any', () => {
  const point = { name: 'This server', nameZh: '本站服务器', city: 'Tokyo', cityZh: '东京', country: 'JP' }
  assert.deepEqual([toPointName(point, 'zh'), toPointPlace(point, 'zh')], ['本站服务器', '东京, JP'])
  assert.deepEqual([toPointName(point, 'en'), toPointPlace(point, 'en')], ['This server', 'Tokyo, JP'])
  const plain = { name: 'Keller', nameZh: null, city: 'Bern', country: null }
  assert.deepEqual([toPointName(plain, 'zh'), toPointPlace(plain, 'zh')], ['Keller', 'Bern'])
})
