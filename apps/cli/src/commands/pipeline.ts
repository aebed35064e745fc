import { readFile } from 'node:fs/promises'
import { AppError } from '@octet/core/errors.ts'
import { coerceToolInput } from '@octet/tools/coerce.ts'
import { pipelineSchema, runPipeline, type Pipeline, type PipelineHost } from '@octet/tools/pipeline/pipeline.ts'
import { toStepTool } from '@octet/tools/pipeline/step-tool.ts'
import { loadTools, TOOLS_FOLDER } from '@octet/tools/registry.ts'
import { parseInput } from '@octet/tools/run.ts'
import { answerHere } from '../answer-here.ts'
import { defineCommand, UsageError } from '../command.ts'
import { connect } from '../connect.ts'
import { createLocalHost } from '../local-host.ts'
import { readPiped, toPipedText } from '../piped.ts'

/** Whole records of the ten thousand addresses that a batch takes, and more. */
const MAX_TEXT_LENGTH = 100_000_000

export default defineCommand({
  async run({ words, config, stdin, print, remark }) {
    if (words.length === 0) throw new UsageError({ en: 'expected a file or tools', zh: '应给出文件或工具' })
    const pipeline = await readPipeline(words)
    const tools = await loadTools([TOOLS_FOLDER, ...config.toolFolders])
    const abort = new AbortController()
    process.once('SIGINT', () => abort.abort())
    await using local = createLocalHost(config)
    const host: PipelineHost = {
      signal: abort.signal,
      lang: config.lang,
      maxTextLength: MAX_TEXT_LENGTH,
      findTool(id) {
        const tool = tools.find((tool) => tool.id === id)
        return tool && toStepTool(tool)
      },
      async run(id, options) {
        const tool = tools.find((tool) => tool.id === id)
        if (!tool) throw new AppError('not_found', { path: id })
        const missing = await local.findMissing(tool.needs ?? [])
        if (missing.length === 0)
          return answerHere(tool, coerceToolInput(tool, options), { host: local, config, signal: abort.signal })
        if (!config.server)
          throw new AppError('unavailable', {
            reason: { en: `this machine lacks ${missing.join(', ')}`, zh: `本机缺少 ${missing.join('、')}` },
          })
        return connect(config.server, config).tool(id, options, { signal: abort.signal })
      },
    }
    const piped = await readPiped(stdin)
    const text = piped ? toPipedText(piped) : ''
    let shown = ''
    for await (const state of runPipeline(pipeline, text, host)) {
      const running = state.steps.find((step) => step.state === 'running')
      if (running && running.tool !== shown) remark(running.tool)
      shown = running?.tool ?? shown
      const failed = state.steps.find((step) => step.state === 'failed')
      if (failed) throw new AppError('unsupported_value', { got: failed.tool, reason: failed.error ?? '' })
      if (state.isDone) await print(state.text.endsWith('\n') ? state.text : `${state.text}\n`)
    }
  },
})

/** One JSON file, or tools with options: `group:by=country_code`, `/each` for one run per line. */
async function readPipeline(words: readonly string[]): Promise<Pipeline> {
  const [first = ''] = words
  if (words.length === 1 && first.endsWith('.json'))
    return parseInput(pipelineSchema, parseSaved(await readFile(first, 'utf8'), first))
  return parseInput(pipelineSchema, { steps: words.map(toStep) })
}

function toStep(word: string): object {
  const [, name = '', each, options = ''] = /^([\w-]+)(\/each)?(?::(.*))?$/s.exec(word) ?? []
  const pairs = options
    ? options.split(/;(?=\w+=)/).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
    : []
  return { tool: name || word, eachLine: each !== undefined, options: Object.fromEntries(pairs) }
}

function parseSaved(text: string, path: string): Pipeline {
  try {
    return JSON.parse(text) as Pipeline // checked by the schema
  } catch (cause) {
    throw new UsageError(
      {
        en: `${path}: expected a saved pipeline as JSON, got ${JSON.stringify(text.slice(0, 40))}`,
        zh: `${path}：应为保存的流水线（JSON），收到 ${JSON.stringify(text.slice(0, 40))}`,
      },
      { cause },
    )
  }
}
