import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { coerceToolInput } from '../coerce.ts'
import { loadTools } from '../registry.ts'
import { answerTool } from '../run.ts'
import { createTestHost } from '../testing/host.ts'
import { pipelineSchema, runPipeline, type PipelineHost, type PipelineInput, type PipelineState } from './pipeline.ts'
import { toStepTool } from './step-tool.ts'

const tools = await loadTools()
const record = (ip: string) => ({
  ip,
  country_code: ip.startsWith('8.') ? 'US' : 'AU',
  ASN: { asn: ip.startsWith('8.') ? 15169 : 13335, organization: ip.startsWith('8.') ? 'Google' : 'Cloudflare' },
})
const capabilities = { ip: { lookup: record } } as unknown as Partial<Host>

const host = (signal = new AbortController().signal): PipelineHost => ({
  signal,
  lang: 'en',
  findTool(id) {
    const tool = tools.find((tool) => tool.id === id)
    return tool && toStepTool(tool)
  },
  run(id, input) {
    const tool = tools.find((tool) => tool.id === id)
    if (!tool) throw new AppError('not_found', { path: id })
    return answerTool(tool, coerceToolInput(tool, input), createTestHost(capabilities))
  },
})

async function runAll(pipeline: PipelineInput, text: string, at = host()): Promise<PipelineState[]> {
  const states: PipelineState[] = []
  for await (const state of runPipeline(pipelineSchema.parse(pipeline), text, at)) states.push(state)
  return states
}

test('a log becomes a table of networks: extract, look up, group', async () => {
  const log = '8.8.8.8 - a\n1.1.1.1 - b\n8.8.4.4 - c\n8.8.8.8 - d'
  const states = await runAll(
    {
      steps: [
        { tool: 'extract' },
        { tool: 'ip-batch' },
        { tool: 'group', options: { by: 'record.ASN.asn,record.ASN.organization' } },
      ],
    },
    log,
  )
  const last = states.at(-1)
  assert.equal(last?.text, 'record.ASN.asn,record.ASN.organization,count\n15169,Google,2\n13335,Cloudflare,1')
  assert.ok(last.isDone && last.steps.every(({ state }) => state === 'done'))
})

test('each line on its own; a line that fails says why and the others go on', async () => {
  const last = (
    await runAll({ steps: [{ tool: 'json', options: { action: 'minify' }, eachLine: true }] }, '{ "a": 1 }\n\n{"b"\n[ 2 ]')
  ).at(-1)
  const lines = last?.text.split('\n') ?? []
  assert.deepEqual([lines[0], lines[2]], ['{"a":1}', '[2]'])
  assert.match(lines[1] ?? '', /^! \{"b": /)
})

test('a step that fails ends the run and says why', async () => {
  const last = (await runAll({ steps: [{ tool: 'json' }, { tool: 'case' }] }, '{"a":')).at(-1)
  assert.deepEqual(
    last?.steps.map(({ state }) => state),
    ['failed', 'waiting'],
  )
  assert.match(last?.steps[0]?.error ?? '', /line 1/)
})

test('an unknown tool is refused before anything runs', async () => {
  await assert.rejects(runAll({ steps: [{ tool: 'case' }, { tool: 'nothing' }] }, 'a'), { key: 'bad_input' })
})

test('a cancelled run stops', async () => {
  const abort = new AbortController()
  abort.abort()
  await assert.rejects(runAll({ steps: [{ tool: 'case' }] }, 'a', host(abort.signal)), { key: 'cancelled' })
})
