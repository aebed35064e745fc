import type { FormatOptions } from 'sql-formatter'
import { Page, toIndent } from './page.ts'
import type { Statement } from './reader.ts'
import type { Step } from './step.ts'

export type WriteOptions = Pick<
  FormatOptions,
  'indentStyle' | 'useTabs' | 'tabWidth' | 'logicalOperatorNewline' | 'newlineBeforeSemicolon'
> & {
  /** Lines of a comment stay as far in beside each other as they were. */
  readonly keepsComments: boolean
}

/** Lays the steps of a statement out on lines. */
export function writeStatement({ steps, hasSemicolon, comments }: Statement, options: WriteOptions): string {
  const page = new Page(toIndent(options))
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at]!
    if (step.kind === 'open' && step.inLine) {
      page.write(step.inLine.text).space()
      at = step.inLine.end
    } else writeStep(page, step, options)
  }
  if (!hasSemicolon) return page.toString()
  return (options.newlineBeforeSemicolon ? page.endLine() : page.dropLine()).write([';', ...comments].join(' ')).toString()
}

function writeStep(page: Page, step: Step, options: WriteOptions): void {
  const hasColumns = options.indentStyle !== 'standard'
  switch (step.kind) {
    case 'word':
      page.write(step.text).space()
      return
    case 'tight':
      page.write(step.text)
      return
    case 'dense':
      page.dropSpace().write(step.text)
      return
    case 'colon':
      page.dropSpace().write(step.text).space()
      return
    case 'comma':
      page.dropSpace().write(',').endLine().indent()
      return
    case 'semicolon':
      if (options.newlineBeforeSemicolon) page.endLine().indent()
      else page.dropLine()
      page.write(';').endLine().indent()
      return
    case 'open':
      page.write(step.text).endLine()
      if (!hasColumns) page.enterBlock()
      page.indent()
      return
    case 'close':
      if (!hasColumns) page.leaveBlock()
      page.endLine().indent().write(step.text).space()
      return
    case 'betweenAnd':
      page.dropSpace().space().write(step.text).space()
      return
    case 'betweenEnd':
      page.dropSpace().space()
      return
    case 'logic':
      if (options.logicalOperatorNewline === 'before') writeLineStart(page, step.text, hasColumns)
      else page.write(step.text).endLine().indent()
      return
    case 'join':
      writeLineStart(page, step.text, hasColumns)
      return
    case 'clause':
      page.endLine().indent().write(step.text)
      if (step.isOneLine) page.space()
      else if (hasColumns) page.space().enterClause()
      else page.endLine().enterClause().indent()
      return
    case 'clauseEnd':
      if (!step.isOneLine) page.leaveClause()
      return
    case 'setOperation':
      page.endLine().indent().write(step.text).endLine().indent()
      return
    case 'limit':
      page.endLine().indent().write(step.text)
      return
    case 'limitBody':
      page.enterClause()
      if (hasColumns) page.space()
      else page.endLine().indent()
      return
    case 'limitComma':
      page.dropSpace().write(',').space()
      return
    case 'limitEnd':
      page.leaveClause()
      return
    case 'caseBody':
      page.enterBlock()
      return
    case 'caseLine':
      page.endLine().indent()
      return
    case 'caseEnd':
      page.leaveBlock().endLine().indent()
      return
    case 'lineComment':
      if (step.isOwnLine) page.endLine().indent()
      else if (!page.isEmpty) page.dropLine().space()
      page.write(step.text).endLineFirmly().indent()
      return
    case 'blockComment':
      writeBlockComment(page, step, options)
  }
}

/** In columns, joins and AND stand where clauses do. */
function writeLineStart(page: Page, text: string, hasColumns: boolean): void {
  if (hasColumns) page.leaveClause()
  page.endLine().indent().write(text).space()
  if (hasColumns) page.enterClause()
}

function writeBlockComment(
  page: Page,
  { text, isStandalone, isVerbatim, column }: Extract<Step, { kind: 'blockComment' }>,
  { keepsComments }: WriteOptions,
): void {
  if (isVerbatim || !(isStandalone || page.isAtLineStart)) {
    page.write(text).space()
    return
  }
  for (const line of keepsComments ? toDrawnLines(text, column) : toLines(text)) {
    page.endLine()
    if (line || !keepsComments) page.indent()
    page.write(line)
  }
  page.endLine().indent()
}

/** The lines of a comment without their indentation, but for the space before the stars of documentation. */
function toLines(comment: string): string[] {
  const lines = comment.split('\n')
  const isDocumentation = /^\/\*\*?$/.test(lines[0]!) && hasStars(lines)
  return lines.map((line) => line.replace(/^\s*/, isDocumentation && /^\s*\*/.test(line) ? ' ' : ''))
}

const hasStars = (lines: readonly string[]): boolean =>
  lines.slice(1).every((line) => /^\s*\*/.test(line)) && /^\s*\*\/$/.test(lines.at(-1)!)

/** The lines of a comment as they stood to its begin in a column, where they did not stand further out; stars are one below the other. */
function toDrawnLines(comment: string, column: number): string[] {
  const [first = '', ...rest] = comment.split(/\r?\n/)
  if (hasStars([first, ...rest])) return [first, ...rest.map((line) => line.replace(/^\s*/, ' '))]
  const indents = rest.flatMap((line) => (line.trim() ? [/^[ \t]*/.exec(line)![0]] : []))
  const shared = indents.reduce((a, b) => a.slice(0, countShared(a, b)), indents[0] ?? '')
  return [first, ...rest.map((line) => (line.trim() ? line.slice(Math.min(shared.length, column)) : ''))]
}

function countShared(a: string, b: string): number {
  let count = 0
  while (count < a.length && a[count] === b[count]) count++
  return count
}
