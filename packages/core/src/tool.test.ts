import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNeeds } from './tool.ts'

const needs = ['probe'] as const

for (const [name, tool, input, expected] of [
  ['what it says', { needs }, { text: 'a' }, needs],
  ['nothing where it says nothing', {}, {}, []],
  ['nothing where the text is given', { needs, aloneWith: 'text' }, { text: ' a' }, []],
  ['all with a blank text', { needs, aloneWith: 'text' }, { text: ' \n' }, needs],
  ['all with another value', { needs, aloneWith: 'text' }, { text: 1 }, needs],
  ['all without an input', { needs, aloneWith: 'text' }, null, needs],
] as const)
  test(`a run needs ${name}`, () => assert.deepEqual(listNeeds(tool, input), expected))
