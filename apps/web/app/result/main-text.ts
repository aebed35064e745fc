import type { ToolCard } from '@octet/tools/catalogue.ts'
import { findMainOutput, findMarkedOutput, type Schema } from '../tool/schema.ts'

/** What a text of a result hangs on. */
export type ResultCard = Pick<ToolCard, 'input' | 'output' | 'needs'>

/** The text of a result that is copied and saved: its main field, else the whole as JSON. */
export const toMainText = (card: ResultCard, result: unknown): string =>
  toFieldText(isLookUp(card) ? findMarkedOutput(card.output) : findMainOutput(card.output), result)

/** The text of a result that another tool is opened with: of a lookup, what was looked up. */
export const toSentText = ({ output }: Pick<ToolCard, 'output'>, result: unknown): string =>
  toFieldText(findMainOutput(output), result)

/** The first text of such an answer only repeats what was asked for. */
const isLookUp = ({ needs, input }: ResultCard): boolean =>
  needs.length > 0 && Object.keys((input as Schema).properties ?? {}).length > 0

function toFieldText(main: string | undefined, result: unknown): string {
  if (typeof result === 'string') return result
  const value =
    main !== undefined && typeof result === 'object' && result !== null ? (result as Record<string, unknown>)[main] : undefined
  return typeof value === 'string' ? value : toJsonText(result)
}

/** Readable JSON; what JSON cannot carry becomes text. */
export function toJsonText(value: unknown): string {
  return (
    JSON.stringify(
      value,
      (_, inner: unknown) =>
        typeof inner === 'bigint' ? inner.toString() : inner instanceof Blob ? `(${inner.size} bytes)` : inner,
      2,
    ) ?? ''
  )
}
