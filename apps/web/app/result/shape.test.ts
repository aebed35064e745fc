import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCode, toShape, type Shape } from './shape.ts'
import type { Schema } from '../tool/schema.ts'

const rows: [string, unknown, Schema, Shape][] = [
  ['a word', 'a', {}, 'single'],
  ['nothing', null, {}, 'single'],
  ['a text in two languages', { en: 'a', zh: '甲' }, {}, 'single'],
  ['a text of two lines', 'a\nb', {}, 'text'],
  ['a word in a text field', 'a', { widget: 'text' }, 'text'],
  ['a picture', 'data:image/png;base64,QQ==', { widget: 'image' }, 'image'],
  ['a link that says it is a picture', 'https://example.com/a.png', { widget: 'image' }, 'single'],
  ['a foreign page', '<p>', { widget: 'html' }, 'html'],
  ['an object', { a: 1 }, {}, 'record'],
  ['flat objects', [{ a: 1 }, { a: null, b: ['x'] }], {}, 'table'],
  ['deep objects', [{ a: { b: 1 } }], {}, 'list'],
  ['deep objects asked for as a table', [{ a: { b: 1 } }], { widget: 'table' }, 'table'],
  ['words', ['a', 'b'], {}, 'list'],
  ['no rows', [], { widget: 'table' }, 'empty-list'],
]
for (const [name, value, schema, shape] of rows) test(`${name}: ${shape}`, () => assert.equal(toShape(value, schema), shape))

test('addresses, links, hashes and codes are set apart from words and numbers', () => {
  const codes = ['192.0.2.1', '10.0.0.0/8', '2001:db8::1', '::', 'xn--fiq228c.example', 'https://example.com', 'u=rwx,go=rx']
  const words = [
    'Oracle',
    'San Francisco',
    '42',
    '1.5',
    '-7',
    '16,777,216',
    'AES-128-CBC',
    'example.com',
    '中文',
    'a/b 中',
    '',
    '–',
    '/',
  ]
  codes.push('0xff', '$2b$12$abc', 'a'.repeat(32), '2026-11-23T05:00:00Z', 'image/png', '\\x41', 'a@example.org')
  assert.deepEqual(
    codes.filter((code) => !isCode(code)),
    [],
  )
  assert.deepEqual(words.filter(isCode), [])
})
