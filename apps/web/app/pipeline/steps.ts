import type { PipelineInput } from '@octet/tools/pipeline/pipeline.ts'
import { findMainField } from '@octet/tools/pipeline/main-field.ts'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import { isEmpty, type Input } from '../tool/form.ts'
import { toFields, type Field, type Schema } from '../tool/schema.ts'

/** A step as the page holds it; the key stays with it when it moves. */
export type EditStep = {
  readonly key: number
  readonly tool: string
  readonly options: Input
  readonly eachLine: boolean
}

export type Cards = Readonly<Record<string, ToolCard | undefined>>

let lastKey = 0

/** A new step of a tool. */
export const createStep = (tool: string, options: Input = {}, eachLine = false): EditStep => ({
  key: ++lastKey,
  tool,
  options,
  eachLine,
})

/** The steps of a pipeline that was saved, shared or imported. */
export const toEditSteps = (steps: PipelineInput['steps']): EditStep[] =>
  steps.map(({ tool, options = {}, eachLine = false }) => createStep(tool, options, eachLine))

/** The list with one step at another place. */
export function moveStep(steps: readonly EditStep[], from: number, to: number): EditStep[] {
  const step = steps[from]
  if (!step || to < 0 || to >= steps.length) return [...steps]
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}

/** Name of the field that the step before fills. */
export const findMainInput = ({ input }: Pick<ToolCard, 'input'>): string | undefined => findMainField(input.properties)

/** Name of the field that goes on to the next step. */
export const findStepOutput = ({ output }: Pick<ToolCard, 'output'>): string | undefined => findMainField(output.properties)

/** Grammar of what a step gives, for its display and its file name. */
export function toOutputLanguage(card: ToolCard | undefined): string {
  const name = card && findStepOutput(card)
  return name === undefined ? 'json' : ((card?.output as Schema | undefined)?.properties?.[name]?.language ?? '')
}

/** Fields that are options of a step: all but the one that the step before fills. */
export function toOptionFields(card: ToolCard): Field[] {
  const main = findMainInput(card)
  return toFields(card.input).filter(({ name }) => name !== main)
}

/** Options that are kept, shared and written out: changed ones, never secrets, never files. */
function toKeptOptions(card: ToolCard | undefined, options: Input): Input {
  if (!card) return options
  const kept = toOptionFields(card).filter(
    ({ name, isSecret, control, defaultValue }) =>
      !isSecret && control !== 'file' && !isEmpty(options[name]) && options[name] !== defaultValue,
  )
  return Object.fromEntries(kept.map(({ name }) => [name, options[name]]))
}

/** The pipeline as it is saved, shared and sent. */
export function toPipeline(steps: readonly EditStep[], cards: Cards, name = ''): PipelineInput {
  return {
    ...(name ? { name } : {}),
    steps: steps.map(({ tool, options, eachLine }) => {
      const kept = toKeptOptions(cards[tool], options)
      return { tool, ...(Object.keys(kept).length > 0 ? { options: kept } : {}), ...(eachLine ? { eachLine } : {}) }
    }),
  }
}

/** Whether the text that goes in is a secret, so that no link may carry it. */
export function isInputSecret(steps: readonly EditStep[], cards: Cards): boolean {
  const card = steps[0] && cards[steps[0].tool]
  const main = card && findMainInput(card)
  return card !== undefined && toFields(card.input).some(({ name, isSecret }) => name === main && isSecret)
}
