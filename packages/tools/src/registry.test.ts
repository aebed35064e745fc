import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInThisContext } from 'node:vm'
import * as z from 'zod'
import { GROUPS, listNeeds } from '@octet/core/tool.ts'
import { toJsonSchema } from '@octet/core/field.ts'
import { OLDER_BROWSER } from '@octet/core/testing/older-browser.ts'
import { FILE_KINDS } from './detect-file.ts'
import { loadKinds, loadTools } from './registry.ts'
import { answerTool } from './run.ts'
import { createTestHost } from './testing/host.ts'

const tools = await loadTools()
const kinds = await loadKinds()
// Every example has to work in the oldest browser, too.
runInThisContext(OLDER_BROWSER)

/** About seven lines beside the form; what is longer is not read. */
const MAX_PARAGRAPH = 430

for (const tool of tools) {
  test(`${tool.id}: the definition is whole`, () => {
    assert.match(tool.id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
    assert.ok(tool.group in GROUPS)
    assert.ok(tool.examples.length >= 2, 'at least two examples')
    for (const text of [tool.title, tool.summary, tool.about, ...tool.examples.map(({ name }) => name)])
      if (text) assert.ok(text.zh.trim() && text.en.trim(), JSON.stringify(text))
    assert.notEqual(tool.layout, 'simple', 'has no way to the other tools')
    const [en = [], zh = []] = [tool.about?.en, tool.about?.zh].map((words) => words?.split('\n\n'))
    assert.equal(en.length, zh.length, 'the same paragraphs in both languages')
    for (const words of en)
      assert.ok(words.length <= MAX_PARAGRAPH, `a paragraph of ${words.length} characters: ${words.slice(0, 40)}…`)
    for (const { name } of tool.examples)
      assert.match(name.en, /^(?![a-z])|^(?:bcrypt|jq|curl|setuid)\b/, 'begins with a capital')
    if (tool.many)
      assert.ok(
        tools.some(({ id }) => id === tool.many),
        `many: no tool “${tool.many}”`,
      )
    const { properties = {} } = toJsonSchema(tool.input)
    for (const [field, schema] of Object.entries(properties)) {
      assert.ok(typeof schema === 'object' && 'label' in schema, `input.${field} has no label`)
      const words = 'options' in schema ? Object.keys(schema.options ?? {}) : undefined
      if (words && schema.enum)
        assert.deepEqual(words.sort(), schema.enum.map(String).sort(), `input.${field}: words for every option`)
    }
    for (const [kind, input] of Object.entries(tool.accepts ?? {})) {
      assert.ok(
        kinds.some(({ id }) => id === kind),
        `accepts an unknown kind “${kind}”`,
      )
      for (const field of Object.keys(input)) assert.ok(field in properties, `accepts: no input “${field}”`)
    }
    for (const [kind, input] of Object.entries(tool.files ?? {})) {
      assert.ok(kind in FILE_KINDS, `files: an unknown kind “${kind}”`)
      const widgets = Object.values(properties).map((schema) => (schema as { widget?: string }).widget)
      assert.ok(widgets.includes('file'), 'files: no input takes one')
      for (const field of Object.keys(input)) assert.ok(field in properties, `files: no input “${field}”`)
    }
  })

  for (const example of tool.examples) {
    if (listNeeds(tool, example.input).length > 0) continue
    test(`${tool.id}: ${example.name.en}`, async () => {
      const output = await answerTool(tool, example.input, createTestHost())
      const checked = tool.output.safeParse(output)
      assert.ok(checked.success, checked.success ? '' : z.prettifyError(checked.error))
      if (example.output !== undefined) assert.deepEqual(output, example.output)
    })
  }
}

for (const [kind, { first }] of Object.entries(FILE_KINDS))
  test(`files of the kind ${kind} go to ${first} first, which takes them`, () =>
    assert.ok(tools.some(({ id, files }) => id === first && files?.[kind])))

for (const kind of kinds) {
  const { id, first } = kind
  if (first)
    test(`kind ${id} goes to ${first} first, which takes it`, () =>
      assert.ok(tools.some((tool) => tool.id === first && tool.accepts?.[id])))
  for (const text of kind.examples)
    test(`kind ${kind.id} knows ${text.slice(0, 40)}`, () => {
      const own = kind.detect(text)?.score ?? 0
      assert.ok(own > 0, 'not recognised')
      for (const other of kinds) {
        const score = other.detect(text)?.score ?? 0
        assert.ok(other === kind || score <= own, `${other.id} scores ${score}, ${kind.id} ${own}`)
      }
    })
  for (const text of kind.counterExamples ?? [])
    test(`kind ${kind.id} refuses ${text.slice(0, 40)}`, () => assert.equal(kind.detect(text), undefined))
}
