import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toToolCard } from '@octet/tools/catalogue.ts'
import { loadTools } from '@octet/tools/registry.ts'
import { pipelineSchema, runPipeline } from '@octet/tools/pipeline/pipeline.ts'
import { toStepTool } from '@octet/tools/pipeline/step-tool.ts'
import { coerceToolInput } from '@octet/tools/coerce.ts'
import { answerTool } from '@octet/tools/run.ts'
import { createTestHost } from '@octet/tools/testing/host.ts'
import { PIPELINE_EXAMPLES } from './examples.ts'
import { createStep, findMainInput, findStepOutput, isInputSecret, moveStep, toPipeline } from './steps.ts'

const tools = await loadTools()
const cards = Object.fromEntries(tools.map((tool) => [tool.id, toToolCard(tool, tools)]))

test('the page and the engine fill and read the same fields of every tool', () => {
  for (const tool of tools) {
    const card = toToolCard(tool, tools)
    const { mainInput, mainOutput } = toStepTool(tool)
    assert.deepEqual([tool.id, findMainInput(card), findStepOutput(card)], [tool.id, mainInput, mainOutput])
  }
})

test('what is saved has no secrets and nothing that is as usual', () => {
  const steps = [createStep('hash', { algorithm: 'sha256', upper: false, hmacKey: 'hidden', salt: 'hidden' }, true)]
  assert.deepEqual(toPipeline(steps, cards, 'x'), {
    name: 'x',
    steps: [{ tool: 'hash', options: { algorithm: 'sha256' }, eachLine: true }],
  })
})

test('a text that is a secret is known by the first step', () => {
  assert.equal(isInputSecret([createStep('jwt')], cards), true)
  assert.equal(isInputSecret([createStep('lines'), createStep('jwt')], cards), false)
})

test('a step moves and stays itself; beyond the ends nothing moves', () => {
  const steps = ['a', 'b', 'c'].map((tool) => createStep(tool))
  const toNames = (list: readonly { tool: string }[]) => list.map(({ tool }) => tool).join('')
  assert.equal(toNames(moveStep(steps, 0, 2)), 'bca')
  assert.equal(moveStep(steps, 0, 2)[2], steps[0])
  assert.equal(toNames(moveStep(steps, 0, -1)), 'abc')
})

for (const { id, steps, text } of PIPELINE_EXAMPLES.filter(({ id }) => id !== 'log'))
  test(`the example “${id}” runs to its end`, async () => {
    const host = {
      signal: AbortSignal.timeout(10_000),
      lang: 'en' as const,
      findTool: (id: string) => tools.filter((tool) => tool.id === id).map(toStepTool)[0],
      run(id: string, input: Record<string, unknown>) {
        const tool = tools.find((tool) => tool.id === id) ?? assert.fail(`no tool “${id}”`)
        return answerTool(tool, coerceToolInput(tool, input), createTestHost())
      },
    }
    const states = await Array.fromAsync(runPipeline(pipelineSchema.parse({ steps }), text, host))
    assert.deepEqual([states.at(-1)?.isDone, states.at(-1)?.steps.every(({ state }) => state === 'done')], [true, true])
    assert.doesNotMatch(states.at(-1)?.text ?? '!', /^$|^!/m)
  })
