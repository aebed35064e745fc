import { findEnding } from '../tool/download.ts'
import type { Input } from '../tool/form.ts'
import { findMainOutput, type Schema } from '../tool/schema.ts'

/** Grammars that the editor colours. */
const COLOURED: ReadonlySet<string> = new Set(['json', 'xml', 'yaml', 'html', 'css', 'sql'])

/** The schema of a result whose main text is of the grammar that the inputs ask for, by the ending of its file. */
export function withGrammar<Output>(output: Output, input: Input): Output {
  const main = findMainOutput(output)
  const language = findEnding(output, input)
  if (main === undefined || !COLOURED.has(language)) return output
  const { properties = {}, ...rest } = output as Schema
  return { ...rest, properties: { ...properties, [main]: { ...properties[main], language } } } as Output
}
