import { counted } from '@octet/core/counted.ts'
import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import type { Lang } from '@octet/core/text.ts'
import * as z from 'zod'
import { toMainText } from './main-text.ts'

/** Steps a pipeline may have, lines a step may run on, and characters that go from step to step. */
export const MAX_STEPS = 12
const MAX_LINES = 1_000
/** Characters that a step may hand on, where the host does not say otherwise. */
const MAX_TEXT_LENGTH = 8_000_000

/** A pipeline as it is saved, shared and sent: tools in a row, each fed with the main output of the one before. */
export const pipelineSchema = z.strictObject({
  name: z.string().max(100).optional(),
  steps: z
    .array(
      z.strictObject({
        tool: z.string().min(1).max(60).describe('Id of a tool'),
        /** Options of the step; its main input is filled from the step before. */
        options: z.record(z.string(), z.unknown()).default({}),
        /** Run once for every line, and join the outputs by lines. */
        eachLine: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(MAX_STEPS)
    .meta({ label: { en: 'Steps', zh: '步骤' } }),
})
export type Pipeline = z.output<typeof pipelineSchema>
export type PipelineInput = z.input<typeof pipelineSchema>
export type Step = Pipeline['steps'][number]

export type StepState = {
  readonly tool: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  /** Lines done and to do, for a step that runs on each line. */
  readonly done: number
  readonly total: number
  /** Main output, the input of the next step. */
  readonly text: string
  readonly error: string | null
}

export type PipelineState = { readonly steps: readonly StepState[]; readonly text: string; readonly isDone: boolean }

/** What the engine needs to know of a tool. */
export type StepTool = { readonly id: string; readonly mainInput: string | undefined; readonly mainOutput: string | undefined }

export type PipelineHost = {
  readonly signal: AbortSignal
  readonly lang: Lang
  /** Characters that a step may hand on; 8 million unless said. */
  readonly maxTextLength?: number
  /** Undefined for an unknown tool. */
  findTool(id: string): StepTool | undefined
  /** Runs one step here or on the server and gives its answer. */
  run(id: string, input: Record<string, unknown>): Promise<unknown>
}

/**
 * Runs a pipeline; every value is the whole state so far. A step that fails ends the run and says why; a line that
 * fails in an `eachLine` step becomes a line with the message, and the others go on.
 *
 * @throws {AppError} `bad_input` for an unknown tool or one that takes no text, `cancelled`
 */
export async function* runPipeline(pipeline: Pipeline, text: string, host: PipelineHost): AsyncGenerator<PipelineState> {
  const tools = pipeline.steps.map(({ tool }) => getTool(tool, host))
  const states: StepState[] = pipeline.steps.map(({ tool }) => ({
    tool,
    state: 'waiting',
    done: 0,
    total: 0,
    text: '',
    error: null,
  }))
  let current = text
  for (const [index, step] of pipeline.steps.entries()) {
    const tool = tools[index]
    if (!tool) continue
    const put = (part: Partial<StepState>): PipelineState => {
      states[index] = { ...(states[index] as StepState), ...part }
      return { steps: [...states], text: current, isDone: false }
    }
    yield put({ state: 'running' })
    try {
      for await (const progress of step.eachLine ? runLines(step, tool, current, host) : runOnce(step, tool, current, host)) {
        if (host.signal.aborted) throw new AppError('cancelled')
        yield put(progress)
      }
    } catch (error) {
      if (!isAppError(error) || error.key === 'cancelled') throw error
      yield { ...put({ state: 'failed', error: toErrorMessage(error, host.lang) }), isDone: true }
      return
    }
    current = states[index]?.text ?? ''
    yield put({ state: 'done' })
  }
  yield { steps: [...states], text: current, isDone: true }
}

type Progress = Pick<StepState, 'done' | 'total' | 'text'>

async function* runOnce(step: Step, tool: StepTool, text: string, host: PipelineHost): AsyncGenerator<Progress> {
  const result = await host.run(step.tool, toInput(step, tool, text))
  yield { done: 1, total: 1, text: checkLength(toMainText(result, tool.mainOutput), host) }
}

async function* runLines(step: Step, tool: StepTool, text: string, host: PipelineHost): AsyncGenerator<Progress> {
  const lines = splitLines(text).filter((line) => line.trim() !== '')
  if (lines.length > MAX_LINES)
    throw new AppError('too_large', {
      field: step.tool,
      limit: counted(MAX_LINES, 'lines'),
      got: lines.length,
    })
  const outputs: string[] = []
  for (const line of lines) {
    outputs.push(await runLine(step, tool, line, host))
    if (outputs.length % 20 === 0 || outputs.length === lines.length)
      yield { done: outputs.length, total: lines.length, text: checkLength(outputs.join('\n'), host) }
  }
}

async function runLine(step: Step, tool: StepTool, line: string, host: PipelineHost): Promise<string> {
  try {
    return toMainText(await host.run(step.tool, toInput(step, tool, line)), tool.mainOutput)
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return `! ${line}: ${toErrorMessage(error, host.lang)}`
  }
}

function toInput({ options }: Step, { mainInput }: StepTool, text: string): Record<string, unknown> {
  return mainInput === undefined ? options : { ...options, [mainInput]: text }
}

function getTool(id: string, host: PipelineHost): StepTool {
  const tool = host.findTool(id)
  if (!tool) throw new AppError('bad_input', { field: 'steps', expected: { en: 'the id of a tool', zh: '工具的 id' }, got: id })
  return tool
}

function checkLength(text: string, { maxTextLength = MAX_TEXT_LENGTH }: PipelineHost): string {
  if (text.length > maxTextLength)
    throw new AppError('too_large', {
      field: 'text',
      limit: { en: `${maxTextLength} characters between steps`, zh: `步骤间 ${maxTextLength} 个字符` },
      got: text.length,
    })
  return text
}
