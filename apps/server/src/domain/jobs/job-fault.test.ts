import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { toFaultFields, writeFault } from './job-fault.ts'

const gone = new AppError('data_missing', { reason: { en: 'it is being built', zh: '正在构建' } })

for (const [name, kept, lang, expected] of [
  ['no fault', null, 'zh', [null, null]],
  ['a known error', writeFault(gone, 'j'), 'zh', ['data_missing', '地址数据尚未就绪：正在构建']],
  ['a known error', writeFault(gone, 'j'), 'en', ['data_missing', 'The address data is not ready: it is being built']],
  ['a bug', writeFault(new TypeError('secret'), 'j'), 'zh', ['job_broken', '任务 j 因本服务故障而中止']],
  ['the words of an older version', 'The record has no field “x”', 'zh', ['job_broken', 'The record has no field “x”']],
  ['the word of an older version for a bug', 'internal', 'zh', ['job_broken', 'internal']],
] as const)
  test(`${name} in ${lang}: ${expected[0]}`, () => {
    const { error, msg, resolution } = toFaultFields(kept, lang)
    assert.deepEqual([error, msg], expected)
    assert.ok(!kept?.startsWith('{') || (resolution && !/[{}]/.test(resolution)))
  })
