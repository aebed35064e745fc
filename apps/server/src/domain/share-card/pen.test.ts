import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPen } from './pen.ts'

const pen = await createPen()
const options = { size: 30, width: 300, maxLines: 2 }

const rows: [text: string, lines: string[]][] = [
  ['JSON', ['JSON']],
  ['Change the case of a text', ['Change the case of a', 'text']],
  ['格式化、校验、修复、查询、转换', ['格式化、校验、修复、', '查询、转换']],
  ['Punycode 与仿冒域名检查', ['Punycode 与仿冒域名', '检查']],
  ['one two three four five six seven eight nine ten eleven', ['one two three four', 'five six seven eight…']],
]
for (const [text, lines] of rows)
  test(`“${text}” is set in ${lines.length} lines`, () => {
    assert.deepEqual(pen.wrap(text, options), lines)
    for (const line of lines) assert.ok(pen.measure(line, options) <= options.width)
  })

test('a line does not begin with a sign that closes', () =>
  assert.ok(!pen.wrap('一二三四五六七八九，十', { size: 30, width: 285, maxLines: 3 }).some((line) => line.startsWith('，'))))
