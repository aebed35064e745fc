import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toErrorMessage, type AppError } from '@octet/core/errors.ts'
import { loadTools } from './registry.ts'
import { answerTool } from './run.ts'
import { createTestHost } from './testing/host.ts'

/** Libraries know English only: who reads Chinese is told what it means, with their words behind it. */
const tools = await loadTools()
const TOON = { from: 'toon', to: 'json' }
const SCHEMA = { action: 'validate', text: '"a"' }

for (const [id, input, words] of [
  ['data-convert', { ...TOON, text: 'a\nb' }, /文档应以“键: 值”或数组标题开头（Top-level/],
  ['data-convert', { ...TOON, text: 'a[3]: 1,2' }, /应有 3 项，实有 2 项（Expected 3 /],
  ['data-convert', { ...TOON, text: 'a: 1\na: 2' }, /重复的键 "a"（Duplicate/],
  ['data-convert', { ...TOON, text: 'a: "x' }, /缺少结尾的引号（Unterminated/],
  ['data-convert', { ...TOON, text: 'a:\n   b: 1' }, /缩进应为 2 的倍数，实为 3 个空格（Indentation/],
  ['compress', { direction: 'unpack', format: 'zlib', text: 'AAAAAAAA' }, /损坏的数据：头部不符（incorrect header check）/],
  ['compress', { direction: 'unpack', format: 'deflate', text: '//////8=' }, /损坏的数据：块类型无效（invalid block type）/],
  ['css', { text: 'a{}', action: 'prefix', browsers: 'nonsense' }, /（不认识的条件 `nonsense`（Unknown browser query/],
  ['css', { text: 'a{}', action: 'prefix', browsers: 'chrome 9999.1' }, /（Chrome 没有版本 9999\.1|（chrome 没有版本 9999\.1/],
  ['barcode', { text: '978730251180', kind: 'isbn' }, /（长度或连字符的位置不对/],
  ['barcode', { text: '(02)09521234543213(37)1(01)09521234543213', kind: 'gs1datamatrix' }, /（有标识符不能同时使用/],
  ['json', { ...SCHEMA, against: '{"pattern": "["}' }, /正则表达式有误：字符类缺少 \]（Invalid regular expression/],
] as const)
  test(`${id}: ${JSON.stringify(input)} is refused in Chinese`, async () => {
    const tool = tools.find((one) => one.id === id)!
    const refused = await answerTool(tool, input, createTestHost({ lang: 'zh' })).then(
      (answer) => assert.fail(JSON.stringify(answer)),
      (error: AppError) => toErrorMessage(error, 'zh'),
    )
    assert.match(refused, words)
  })
