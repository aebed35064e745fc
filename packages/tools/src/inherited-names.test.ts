import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { findTool } from './registry.ts'
import { answerTool } from './run.ts'
import { createTestHost } from './testing/host.ts'

/** What every object of JavaScript has, and so every table that is looked into without asking whose a name is. */
const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']

const run = async (id: string, input: Record<string, unknown>) => {
  const tool = await findTool(id)
  assert.ok(tool, id)
  return JSON.stringify(await answerTool(tool, input, createTestHost()))
}

/** Inputs with such a name in them, and what the answer says of it. */
const answered: readonly [id: string, input: (name: string) => Record<string, unknown>, outcome: (name: string) => string][] = [
  ['html', (name) => ({ text: `<p>a<${name}>b</${name}></p>`, style: 'exact' }), (name) => `<${name}>b</${name}>`],
  ['markdown', (name) => ({ text: `<p>a <${name}>b</${name}></p>`, action: 'markdown' }), () => 'a b'],
  ['mail-headers', (name) => ({ text: `Subject: =?${name}?B?aGk=?=\nTo: a@example.com\n` }), (name) => `=?${name}?B?aGk=?=`],
  ['json', (name) => ({ text: '{}', action: 'validate', against: `{"${name}":{},"type":"object"}` }), () => '"isValid":true'],
  ['json', (name) => ({ text: `{"a":"&${name};"`, action: 'repair' }), (name) => `&${name};`],
  ['curl', (name) => ({ text: `curl -F f=@a.${name} https://example.com/`, to: 'har' }), (name) => `a.${name}`],
  ['curl', (name) => ({ text: `wget --${name} https://example.com/` }), (name) => `--${name} is left out`],
  ['curl', (name) => ({ text: `http --${name} https://example.com/` }), (name) => `--${name} is left out`],
  ['mac-vendor', (name) => ({ text: name, mode: 'search' }), () => '"total":0'],
  ['phone', (name) => ({ numbers: name }), () => '"isValid":false'],
  ['css', (name) => ({ text: `a{${name}:1}`, action: 'prefix' }), (name) => `${name}: 1;`],
]
for (const [id, toInput, toOutcome] of answered)
  // No name of an element begins with a line.
  for (const name of id === 'html' || id === 'markdown' ? NAMES.filter((one) => !one.startsWith('_')) : NAMES)
    test(`${id} takes ${JSON.stringify(toInput(name)).slice(9, 60)} for a name like any other`, async () => {
      const answer = await run(id, toInput(name))
      assert.ok(answer.toLowerCase().includes(toOutcome(name).toLowerCase()), answer)
      assert.doesNotMatch(answer, /native code/)
    })

const refused: readonly [id: string, input: (name: string) => Record<string, unknown>][] = [
  ['uuid', (name) => ({ kind: 'v5', namespace: name, name: 'a' })],
  ['mtu', (name) => ({ layers: name })],
  ['calculator', (name) => ({ text: `${name}(1)` })],
  ['calculator', (name) => ({ text: name })],
  ['colour', (name) => ({ text: name })],
  ['cron', (name) => ({ text: `every ${name}` })],
  ['time', (name) => ({ text: `农历${name}` })],
  ['units', (name) => ({ text: `5 ${name}` })],
  ['mtu', (name) => ({ layers: `${name}\u2028x` })],
  ['cron', (name) => ({ text: name })],
  ['json', (name) => ({ text: '{}', action: 'jmespath', jmespath: `${name}(@)` })],
]
for (const [id, toInput] of refused)
  for (const name of NAMES)
    test(`${id} refuses ${JSON.stringify(toInput(name)).slice(0, 60)} in words`, () =>
      assert.rejects(run(id, toInput(name)), (error) => isAppError(error)))
