import { AppError } from '@octet/core/errors.ts'
import { toTextPlace } from '../text-place.ts'
import { readIdAttributes } from './id-attributes.ts'
import { NO_PARAMETERS } from './xslt/frame.ts'
import { Output } from './xslt/output.ts'
import { readTree } from './xslt/read-tree.ts'
import { failDeep, Runtime } from './xslt/runtime.ts'
import { serialize } from './xslt/serialize.ts'
import { stripSpace } from './xslt/space.ts'
import { Source } from './xslt/stylesheet-error.ts'
import { compileStylesheet } from './xslt/stylesheet.ts'
import type { XmlNode } from './xslt/tree.ts'

/** What the stylesheet said by xsl:message, at its place. */
export type XsltMessage = { readonly line: number; readonly column: number; readonly text: string }

/**
 * Transforms a document by a stylesheet of XSLT 1.0; `parameters` are texts for its parameters. No entity is expanded and no other
 * document read. Throws `syntax_error` with the place in the document or the stylesheet, `bad_input`, `too_large`.
 */
export function transformXml(
  text: string,
  stylesheet: string,
  parameters: ReadonlyMap<string, string> = new Map(),
): { readonly text: string; readonly messages: readonly XsltMessage[] } {
  const source = readTree(text, 'XML')
  const runtime = new Runtime(source, readStylesheet(stylesheet), readIdAttributes(text))
  const { output, spaces } = compileStylesheet(new Source(stylesheet), runtime, parameters)
  const result = withinStack(() => {
    stripSpace(source, spaces)
    const out = new Output(runtime.forest)
    runtime.apply([source], '', NO_PARAMETERS, out)
    return serialize(out.root, output)
  })
  const messages = runtime.messages.map(({ at, text: said }) => {
    const { line, column } = toTextPlace(stylesheet, at.offset)
    return { line, column, text: said }
  })
  return { text: result, messages }
}

/** Mistakes of the grammar are told as those of the stylesheet. */
function readStylesheet(text: string): XmlNode {
  try {
    return readTree(text, 'XSLT')
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'syntax_error') throw error
    throw new AppError('syntax_error', { ...error.details, format: 'XSLT' }, { cause: error })
  }
}

/** Templates inside one another may end the stack of the thread before they reach their own limit. */
function withinStack<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError && /call stack/i.test(error.message)) throw failDeep()
    throw error
  }
}
