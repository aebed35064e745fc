import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCss, writeCss } from './format.ts'
import { sortDeclarations } from './sort.ts'

async function sort(text: string): Promise<string> {
  const root = await parseCss(text)
  sortDeclarations(root)
  return writeCss(root, { indent: '' })
}

const rows: readonly (readonly [string, string, string])[] = [
  ['by name', 'a{top:0;color:red;left:0}', 'a{color:red;left:0;top:0}'],
  ['a shorthand before its parts', 'a{z-index:1;margin:0;margin-left:2px}', 'a{margin:0;margin-left:2px;z-index:1}'],
  ['a part before its shorthand', 'a{margin-left:2px;color:red;margin:0}', 'a{color:red;margin-left:2px;margin:0}'],
  ['the same property twice', 'a{width:1px;color:red;width:2px}', 'a{color:red;width:1px;width:2px}'],
  [
    'vendors beside the plain name',
    'a{user-select:none;-webkit-user-select:none}',
    'a{user-select:none;-webkit-user-select:none}',
  ],
  ['borders, which overlap in many ways', 'a{border-top:0;border-color:red}', 'a{border-top:0;border-color:red}'],
  ['inset and its sides', 'a{top:1px;inset:0;bottom:2px}', 'a{top:1px;inset:0;bottom:2px}'],
  ['logical and physical sides', 'a{margin-top:0;margin-block-start:1px}', 'a{margin-top:0;margin-block-start:1px}'],
  ['font and line-height', 'a{line-height:2;font:1em x}', 'a{line-height:2;font:1em x}'],
  ['all stands between', 'a{width:1px;all:unset;color:red}', 'a{width:1px;all:unset;color:red}'],
  ['variables', 'a{--b:1;--A:2;--b:3}', 'a{--A:2;--b:1;--b:3}'],
  ['no further than a nested rule', 'a{z-index:1;&:hover{top:0;left:0}color:red}', 'a{z-index:1;&:hover{left:0;top:0}color:red}'],
  ['an old hack after its property', 'a{*width:1px;color:red}', 'a{color:red;*width:1px}'],
]
for (const [title, text, wanted] of rows) test(`sorted: ${title}`, async () => assert.equal(await sort(text), wanted))

test('comments stay where they are, and nothing passes them', async () => {
  const root = await parseCss('a{z-index:1;/*! from here */color:red;bottom:0}')
  sortDeclarations(root)
  assert.equal(writeCss(root, { indent: '' }), 'a{z-index:1;/*! from here */bottom:0;color:red}')
})
