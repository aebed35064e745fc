import { isAppError, toErrorMessage, toErrorResolution } from '@octet/core/errors.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { coerceToolInput } from '../coerce.ts'
import { parseInput } from '../run.ts'
import { describeLookup, describeTool, type McpTool } from './describe.ts'
import { LOOKUPS, type Lookup, type LookupAnswers, type LookupName } from './lookups.ts'

/** The result of a call as MCP carries it: text for every client, the same as an object where it is one. */
export type McpResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

export type McpOptions = {
  readonly tools: readonly AnyTool[]
  readonly lookups: LookupAnswers
  /** Runs a tool to its end, or until the client wants its answer no more; values as JSON can carry them. */
  runTool(tool: AnyTool, input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown>
}

/** Characters of an answer; a longer one is cut and says so. */
const MAX_TEXT = 200_000

/** What an MCP server offers and how it answers, apart from any transport. */
export class McpCatalogue {
  readonly #options: McpOptions

  constructor(options: McpOptions) {
    this.#options = options
  }

  /** Everything that can be called: lookups first, then the tools in the order of the site. */
  list(): McpTool[] {
    return [...this.#lookups().map(describeLookup), ...this.#options.tools.map(describeTool)]
  }

  /** Answers a call. What goes wrong is an answer too, so that the model can correct itself. */
  async call(name: string, input: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal): Promise<McpResult> {
    try {
      return toResult(await this.#answer(name, input, signal))
    } catch (error) {
      return toErrorResult(error)
    }
  }

  /** Whether something of this name can be called. */
  has(name: string): boolean {
    return this.#lookups().some((lookup) => lookup.name === name) || this.#options.tools.some(({ id }) => id === name)
  }

  #answer(name: string, input: Readonly<Record<string, unknown>>, signal?: AbortSignal): unknown {
    const tool = this.#options.tools.find(({ id }) => id === name)
    if (tool) return this.#options.runTool(tool, coerceToolInput(tool, input), signal)
    const { input: schema }: Lookup = LOOKUPS[name as LookupName]
    const answer = this.#options.lookups[name as LookupName] as (input: unknown) => unknown
    return answer(parseInput(schema, input))
  }

  #lookups(): Lookup[] {
    return Object.values(LOOKUPS).filter(({ name }) => this.#options.lookups[name as LookupName] !== undefined)
  }
}

/** A known error as an answer; throws any other. */
export function toErrorResult(error: unknown): McpResult {
  if (!isAppError(error)) throw error
  const text = `${error.key}: ${toErrorMessage(error, 'en')}. ${toErrorResolution(error, 'en')}`
  return { content: [{ type: 'text', text }], isError: true }
}

function toResult(value: unknown): McpResult {
  const whole = typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)
  const isCut = whole !== undefined && whole.length > MAX_TEXT
  const text = isCut ? `${whole.slice(0, MAX_TEXT)}\n… cut: ${whole.length} characters in all` : String(whole)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return {
    content: [{ type: 'text', text }],
    ...(isObject && !isCut && { structuredContent: value as Record<string, unknown> }),
  }
}
