/** What stands between fields and what behind them in a crontab: an expression, or a name for one, and what to run. */
const LINE = /^(@[a-z]+|(?:[^\s@]\S*\s+){4}\S+)\s+(\S.*)$/is
/** What may be a sixth or seventh field. */
const FIELD = /^[\d*?/,LW#-]+$|^(?:[A-Z]{3}[-,#\dL]?)+$/
/** The longest that is one, such as all months by name; a longer word could be taken apart in too many ways to try. */
const MAX_FIELD = 60

/** A line of a crontab as its expression and its command; a plain expression has no command. */
export function splitCommand(text: string): { readonly expression: string; readonly command?: string } {
  const [, expression = '', command = ''] = LINE.exec(text.trim()) ?? []
  const isFields = /^(?:(?:CRON_)?TZ=|cron\(|rate\()/i.test(expression) || isField(command.split(/\s/)[0]!)
  return isFields || !expression ? { expression: text } : { expression, command }
}

const isField = (word: string): boolean => word.length <= MAX_FIELD && FIELD.test(word)

/** Whether the command has a `%` that cron takes for the end of its line; what follows is read from the standard input (crontab(5)). */
export function isCutByPercent(command: string): boolean {
  return /(?<!\\)%/.test(command)
}
