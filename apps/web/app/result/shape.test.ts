import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toShape, type Shape } from './shape.ts'
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
