import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toEnvelope, toFailure } from './envelope.ts'
import { AppError, ERRORS, isAppError, toFailureWords } from './errors.ts'

test('every error has an HTTP status, words in both languages and a resolution', () => {
  for (const [key, row] of Object.entries(ERRORS)) {
    assert.ok(row.status >= 400 && row.status < 600, key)
    for (const text of [row.msg, row.resolution]) assert.ok(text.en && text.zh, key)
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join()
    assert.equal(places(row.msg.en), places(row.msg.zh), `${key}: both languages name the same places`)
  }
})

test('blanks that came are told as nothing', () => {
  const error = new AppError('bad_input', { field: 'text', expected: { en: 'a colour', zh: '颜色' }, got: ' ' })
  assert.equal(error.message, 'text: expected a colour, got nothing')
  assert.equal(toFailure(error, 'zh').msg, 'text：应为颜色，收到空值')
  assert.equal(toFailure(error, 'en').data.got, ' ')
})

for (const [key, en, zh] of [
  ['unsupported_value', 'An empty text cannot be processed: r', '无法处理空值：r'],
  ['bad_domain', 'An empty text is not a host name: r', '空文本不是有效的主机名：r'],
  ['bad_address', 'Please enter any IPv4 or IPv6 address: r, got nothing', '请输入任意 IPv4 或 IPv6 地址：r，收到空值'],
] as const)
  test(`${key}: blanks stand in no quotes`, () => {
    const error = new AppError(key, { got: '\n', reason: { en: 'r', zh: 'r' } })
    assert.deepEqual([error.message, toFailure(error, 'zh').msg], [en, zh])
  })

test('of what came, a message says the beginning; the details have it whole', () => {
  const got = `${'a'.repeat(119)}😀${'b'.repeat(400)}`
  const error = new AppError('bad_input', { field: 'text', expected: { en: 'a colour', zh: '颜色' }, got })
  assert.equal(error.message, `text: expected a colour, got ${'a'.repeat(119)}…`)
  assert.equal(toFailure(error, 'en').data.got, got)
})

test('one thing is named as one', () => {
  assert.equal(new AppError('too_many_keys', { limit: 1 }).message, 'Your plan allows 1 key')
  assert.equal(new AppError('too_many_keys', { limit: 2 }).message, 'Your plan allows 2 keys')
  assert.equal(new AppError('key_cap_spent', { limit: 1 }).message, 'This key’s monthly cap of 1 request is used up')
})

test('what has some left, but fewer than a call takes, is not said to be used up', () => {
  const error = new AppError('key_cap_spent', { limit: 1_000, needed: 5_000 })
  assert.equal(error.message, 'This call takes 5000 requests, more than are left of this key’s monthly cap of 1000')
  assert.equal(toFailure(error, 'zh').msg, '本次调用需要 5000 次请求，超过此密钥每月 1000 次上限的剩余量')
})

test('506 rides on HTTP 401', () => assert.deepEqual([ERRORS.session_ended.status, ERRORS.session_ended.code], [401, 506]))

test('a failure says what was expected, what came and what to do', () => {
  const error = new AppError('bad_input', { field: 'prefix', expected: { en: 'a length of 0–32', zh: '0–32 的长度' }, got: 33 })
  assert.deepEqual(toFailure(error, 'zh'), {
    code: 400,
    msg: 'prefix：应为 0–32 的长度，收到 33',
    data: { field: 'prefix', expected: '0–32 的长度', got: 33, error: 'bad_input', resolution: '请更正该字段后重试。' },
  })
})

for (const [got, told] of [
  ['99 * *', '收到“99 * *”'],
  ['三', '收到“三”'],
  ['33', '收到 33'],
  ['-1.5', '收到 -1.5'],
  [33, '收到 33'],
  [{ en: '6 bytes', zh: '6 字节' }, '收到 6 字节'],
] as const)
  test(`in Chinese ${JSON.stringify(got)} is ${told}`, () => {
    const { msg } = toFailure(new AppError('bad_input', { field: 'text', expected: { en: 'b', zh: '数值' }, got }), 'zh')
    assert.equal(msg, `text：应为数值，${told}`)
  })

test('an error of another bundle is recognised by name and key', () => {
  const foreign = Object.assign(new Error('x'), { name: 'AppError', key: 'not_found', details: {} })
  assert.ok(isAppError(foreign))
  assert.ok(!isAppError(Object.assign(new Error('x'), { name: 'AppError', key: 'toString' })))
  assert.ok(!isAppError(new Error('x')))
})

test('an answer is code 200 with an empty message', () => assert.deepEqual(toEnvelope(1), { code: 200, msg: '', data: 1 }))

test('a host that cannot be reached is not called this service', () => {
  const error = new AppError('target_failed', { reason: { en: 'a.example refuses the connection', zh: 'a.example 拒绝连接' } })
  assert.equal(error.message, 'The other side failed: a.example refuses the connection')
  assert.equal(toFailure(error, 'zh').msg, '对方未正常应答：a.example 拒绝连接')
})

test('what others fail at is no fault of this server to those who count them', () => {
  for (const key of ['target_failed', 'timed_out'] as const) assert.equal(ERRORS[key].status, 424)
  assert.deepEqual([ERRORS.unavailable.status, ERRORS.internal.status], [503, 500])
})

test('in a row of another server its reason stands alone', () => {
  const reason = { en: 'ns1.example refuses the connection', zh: 'ns1.example 拒绝连接' }
  for (const key of ['target_failed', 'unavailable'] as const)
    assert.equal(toFailureWords(new AppError(key, { reason }), 'zh'), reason.zh)
  assert.match(toFailureWords(new AppError('name_not_found', { got: 'a.example' }), 'en'), /^The name “a\.example”/)
})

test('who has not answered is named where that is known', () => {
  const host = { en: 'our resolver', zh: '本站解析器' }
  assert.equal(toFailure(new AppError('timed_out', { limit: 9, host }), 'en').msg, 'No answer from our resolver within 9 ms')
  assert.equal(toFailure(new AppError('timed_out', { limit: 9, host }), 'zh').msg, '9 毫秒内未得到本站解析器的应答')
  assert.equal(toFailure(new AppError('timed_out', { limit: 9 }), 'en').msg, 'No answer within 9 ms')
})
