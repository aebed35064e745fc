import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toTextPlace } from '../text-place.ts'
import { VOID } from './elements.ts'
import { findEnded } from './open-elements.ts'
import { scanHtml, type HtmlToken } from './scan.ts'

export type HtmlProblem = { readonly line: number; readonly column: number; readonly what: Text }

/** Elements whose end tag may be left out (HTML §13.1.2.4). */
const OPTIONAL = new Set(
  'html head body li dt dd p rb rt rtc rp optgroup option colgroup caption thead tbody tfoot tr td th'.split(' '),
)
export const MAX_HTML_DEPTH = 1000
const MOST = 200

type Open = { readonly name: string; readonly start: number }

/** Finds tags that are never closed or close nothing; a browser repairs them, each in its way. Throws what {@link scanHtml} throws, `too_large`. */
export function checkHtml(text: string): HtmlProblem[] {
  const problems: HtmlProblem[] = []
  const stack: Open[] = []
  const report = (start: number, what: Text) => {
    if (problems.length < MOST) problems.push({ line: 0, column: start, what })
  }
  for (const token of scanHtml(text)) {
    if (token.kind === 'open') openElement(token, stack)
    else if (token.kind === 'close') closeElement(token, stack, report)
  }
  for (const { name, start } of stack) if (!OPTIONAL.has(name)) report(start, toUnclosed(name))
  return problems
    .map(({ column, what }) => ({ column, what }))
    .sort((a, b) => a.column - b.column)
    .map(({ column: offset, what }) => {
      const { line, column } = toTextPlace(text, offset)
      return { line, column, what }
    })
}

function openElement({ name, start, isSelfClosed }: Extract<HtmlToken, { kind: 'open' }>, stack: Open[]): void {
  const ended = findEnded(name)
  while (stack.length > 0 && ended.includes(stack.at(-1)!.name)) stack.pop()
  if (VOID.has(name) || (isSelfClosed && isForeign(stack))) return
  stack.push({ name, start })
  if (stack.length > MAX_HTML_DEPTH)
    throw new AppError('too_large', {
      field: { en: 'Nesting', zh: '嵌套层数' },
      limit: { en: `${MAX_HTML_DEPTH} levels`, zh: `${MAX_HTML_DEPTH} 层` },
      got: stack.length,
      offset: start,
    })
}

/** Only inside SVG and MathML does `/>` end an element. */
function isForeign(stack: readonly Open[]): boolean {
  return stack.some(({ name }) => name === 'svg' || name === 'math')
}

function closeElement({ name, start }: Open, stack: Open[], report: (start: number, what: Text) => void): void {
  const place = stack.findLastIndex((open) => open.name === name)
  if (place < 0) {
    report(start, { en: `</${name}> closes nothing`, zh: `</${name}> 没有对应的开始标签` })
    return
  }
  for (const open of stack.splice(place).slice(1)) if (!OPTIONAL.has(open.name)) report(open.start, toUnclosed(open.name))
}

function toUnclosed(name: string): Text {
  return { en: `<${name}> is never closed`, zh: `<${name}> 没有结束标签` }
}
