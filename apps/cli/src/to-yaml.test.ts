import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toYaml } from './to-yaml.ts'

test('what cannot be printed, or ends a line of YAML 1.1, is escaped in keys and values', async () =>
  assert.equal(
    await toYaml({ a: '\u2028b', '\x7f': ['\ufeff', 'x\ny\n'] }),
    String.raw`a: "\u2028b"` + '\n' + String.raw`"\u007f":` + '\n' + String.raw`  - "\ufeff"` + '\n  - |\n    x\n    y\n',
  ))

test('a word that is a truth value to YAML 1.1 is quoted', async () => assert.equal(await toYaml({ a: 'NO' }), 'a: "NO"\n'))
