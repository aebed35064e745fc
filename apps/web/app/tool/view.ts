import type { ComponentType } from 'react'
import type { Envelope, Failure } from '@octet/core/envelope.ts'
import type { Lang } from '@octet/core/text.ts'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import { isReady, toStartInput, type Input } from './form.ts'
import type { Field } from './schema.ts'

/**
 * A tool on a page: what it is, what stands in its fields, how its last run went. What changes it is declared as methods,
 * so that the state of one tool, whose types its view knows, passes where that of any tool is drawn from the schema.
 */
export type ToolState<I = Input, O = unknown> = {
  readonly card: ToolCard
  readonly lang: Lang
  readonly fields: readonly Field[]
  readonly input: I
  /** Changes some inputs. Tools that run in the browser answer by themselves a moment later. */
  setInput(change: Partial<I>): void
  /** Runs now, with some inputs changed if given. */
  run(change?: Partial<I>): void
  /** Runs once more by itself: the page stays as it is for a run under way. */
  readonly goOn: () => void
  readonly cancel: () => void
  /** Keeps an input for «Back» and a reload: for views that do the tool's work themselves. */
  keep(input: Partial<I>, maxChars?: number): void
  /** The last good result, also while a newer run is under way or has failed. */
  readonly result: O | undefined
  /** How the last run failed; null when it did not. */
  readonly error: Envelope<Failure> | null
  readonly isRunning: boolean
  /** Whether the run takes long enough, or was not asked for just now, so that its answer must move nothing in sight. */
  readonly isSlow: boolean
  /** Whether the result is what a run had so far, which goes on or was cancelled. */
  readonly isPart: boolean
  /** Time of the last run. */
  readonly elapsedMs: number | undefined
}

/**
 * Whether the last run failed by what a field holds: the error names the field, or is about a target that the main field
 * names.
 */
export function isFieldWrong({ error, input }: Pick<ToolState, 'error' | 'input'>, { name, isMain }: Field): boolean {
  if (!error) return false
  const { error: key, field, got } = error.data
  return field === name || (key === 'refused_target' && isMain && String(input[name]).includes(String(got)))
}

/**
 * What `views/<tool-id>.tsx` may export. `default` takes the place of form and result, `Result` only that of the result.
 */
export type ViewModule = {
  readonly default?: ComponentType<ToolState<any, any>> // oxlint-disable-line typescript/no-explicit-any -- each view knows its own tool's types
  readonly Result?: ComponentType<ToolState<any, any>> // oxlint-disable-line typescript/no-explicit-any -- as above
}

/** How far a tool has come, in a word that styles and tests can ask for. */
export const toRunState = ({ isRunning, error, result }: ToolState): 'running' | 'failed' | 'done' | 'idle' =>
  isRunning ? 'running' : error ? 'failed' : result === undefined ? 'idle' : 'done'

/** Whether a server was asked on this page. */
export const isAsked = ({ card, isRunning, elapsedMs }: ToolState): boolean =>
  card.needs.length > 0 && (isRunning || elapsedMs !== undefined)

/** Whether the first answer comes without a word of the visitor, and has not come yet. */
export const answersByItself = ({ card, fields, result, error }: ToolState): boolean =>
  result === undefined && !error && card.needs.length === 0 && isReady(fields, toStartInput(fields))

/** Whether an answer is under way that would push what stands below it: that is away meanwhile, and comes with it. */
export const isAwaited = (tool: ToolState): boolean => tool.isSlow && (tool.card.needs.length > 0 || answersByItself(tool))

const ROOM = { minHeight: 'calc(100vh - 180px)', alignContent: 'start' }

/**
 * Keeps the foot of the page below the screen while a server is asked. No server draws it, and in a style sheet it would be in
 * the HTML of every page.
 */
export const toRoom = (tool: ToolState) => (isAwaited(tool) && isAsked(tool) ? ROOM : undefined)

/** Whether the result is that of an earlier run, since the last one failed, or a server has not answered yet. */
export const isOfBefore = ({ card, result, error, isRunning, isPart }: ToolState): boolean =>
  result !== undefined && !isPart && (error !== null || (isRunning && card.needs.length > 0))
