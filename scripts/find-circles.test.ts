import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCircles } from './find-circles.ts'

const rows: [string, Record<string, string[]>, string[][]][] = [
  ['two ways to one file are no circle', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ['two files that import each other', { a: ['b'], b: ['a'] }, [['a', 'b']]],
  ['the way into a circle is left out', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd']]],
  ['a file that imports itself', { a: ['a'] }, [['a']]],
  [
    'two circles that touch',
    { a: ['b', 'c'], b: ['a'], c: ['a'] },
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
  ],
  ['what is imported from elsewhere has no imports', { a: ['z'] }, []],
]
for (const [name, imports, circles] of rows)
  test(name, () => assert.deepEqual(findCircles(new Map(Object.entries(imports))), circles))
