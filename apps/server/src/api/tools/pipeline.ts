import * as z from 'zod'
import { Answer, defineEndpoint, LongAnswer, type EndpointContext } from '@octet/core/endpoint.ts'
import { toEnvelope, toFailure } from '@octet/core/envelope.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { listNeeds, type AnyTool } from '@octet/core/tool.ts'
import { coerceToolInput } from '@octet/tools/coerce.ts'
import {
  pipelineSchema,
  runPipeline,
  type PipelineHost,
  type PipelineState,
  type StepState,
} from '@octet/tools/pipeline/pipeline.ts'
import { toStepTool } from '@octet/tools/pipeline/step-tool.ts'
import { toToolCost } from '@octet/tools/run.ts'
import { toJsonParts } from '../../http/json-parts.ts'
import { spendUnits } from '../../http/limits.ts'
import { passGate, refuseStrangers } from '../../http/proof/pass-gate.ts'
import { PROOF_HEADER } from '../../http/proof/probe-gate.ts'
import { startTool, takeLast } from '../../http/serve-tool.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/pipeline',
  auth: 'none',
  title: { en: 'Run a pipeline', zh: '运行流水线' },
  summary: {
    en: 'Tools in a row, each fed with the main output of the one before. With Accept: application/x-ndjson every line is the state so far: a step’s text is in the line that tells it is done, and the last line has all texts.',
    zh: '依次运行多个工具，前一个的主要输出作为后一个的输入。使用 Accept: application/x-ndjson 时，每行都是到目前为止的状态：某一步的文本只在报告该步完成的那一行给出，最后一行含全部文本。',
  },
  input: pipelineSchema.extend({ text: z.string().max(8_000_000).default('') }),
  example: { text: 'Octet', steps: [{ tool: 'case', options: { to: 'upper' } }, { tool: 'base64' }] },
  output: z.object({
    text: z.string(),
    isDone: z.boolean(),
    steps: z
      .array(
        z.object({
          tool: z.string(),
          state: z.enum(['waiting', 'running', 'done', 'failed']),
          done: z.number(),
          total: z.number(),
          text: z.string(),
          error: z.string().nullable(),
        }),
      )
      .readonly(),
  }),
  answer: { media: ['application/x-ndjson'] },
  errors: ['unsupported_value', 'timed_out', 'took_too_long', 'tool_off'],
  cost: ({ steps }) => steps.length * 2,
  bodyLimitBytes: 10 * 1024 * 1024,
  timeoutMs: 60_000,
  async handle({ input: { text, ...pipeline }, services, caller, signal, header }) {
    const pay = createTill({ services, caller, header })
    const host: PipelineHost = {
      signal,
      lang: caller.lang,
      findTool(id) {
        const tool = services.tools.find((tool) => tool.id === id)
        return tool && toStepTool(tool)
      },
      async run(id, options) {
        const tool = services.tools.find((tool) => tool.id === id)
        if (!tool || services.switches.isOff(id)) throw new AppError('tool_off')
        const toolInput = coerceToolInput(tool, options)
        await pay(tool, toolInput)
        return takeLast(startTool(tool, toolInput, { services, caller, signal }))
      },
    }
    const states = runPipeline(pipeline, text, host)
    if (!header('accept')?.includes('application/x-ndjson')) return toAnswer(await getLast(states))
    return new Answer(toLines(states), { type: 'application/x-ndjson; charset=utf-8' })

    async function* toLines(all: typeof states): AsyncGenerator<string> {
      let past = 0
      try {
        for await (const state of all) {
          yield* toJsonParts(toEnvelope(state.isDone ? state : toNews(state, past)))
          past = countDone(state)
          yield '\n'
        }
      } catch (error) {
        const known = isAppError(error) ? error : new AppError('internal', { requestId: caller.requestId })
        if (known.key === 'internal') services.log.error({ err: error }, 'a pipeline failed')
        yield `${JSON.stringify(toFailure(known, caller.lang))}\n`
      }
    }
  },
})

const countDone = ({ steps }: PipelineState): number => steps.filter(({ state }) => state === 'done').length

/** A state with no text but that of a step which is done since so many were: else each line would repeat megabytes. */
function toNews({ steps, isDone }: PipelineState, past: number) {
  const toNew = ({ text, ...step }: StepState, index: number) => ({
    ...step,
    ...(step.state === 'done' && index >= past && { text }),
  })
  return { isDone, steps: steps.map(toNew) }
}

/** Characters in all steps above which an answer is written in parts. */
const LONG = 1_000_000

function toAnswer(state: PipelineState): PipelineState | LongAnswer<PipelineState> {
  const length = state.steps.reduce((sum, { text }) => sum + text.length, state.text.length)
  return length > LONG ? new LongAnswer(state) : state
}

const CREDENTIALS = ['token', 'cookie', 'authorization', 'x-api-key', 'origin'] as const

/** Takes for each run of a network tool what it costs alone, so that many lines are not one cheap call. A proof counts once. */
function createTill({ services, caller, header }: Pick<EndpointContext<unknown>, 'services' | 'caller' | 'header'>) {
  const headers = Object.fromEntries(CREDENTIALS.map((name) => [name, header(name)]))
  let proof = header(PROOF_HEADER)
  return async (tool: AnyTool, input: unknown): Promise<void> => {
    if (!listNeeds(tool, input).includes('probe')) return
    const request = { headers: { ...headers, [PROOF_HEADER]: proof }, query: {} }
    await refuseStrangers(tool, services, { request, caller, input })
    const units = toToolCost(tool, input)
    spendUnits(services, caller, units)
    proof = undefined
    await passGate(tool, services, { request, caller, units, input })
  }
}

async function getLast<T>(values: AsyncIterable<T>): Promise<T> {
  const last = await takeLast(values)
  if (last === undefined) throw new AppError('cancelled')
  return last
}
