import { syntaxError } from '../syntax-error.ts'

/** What means something between values: strings, comments, brackets, dates and times, and any other run of characters. */
const TOKEN =
  /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|(?<date>\d{4}-(?<month>\d\d)-(?<day>\d\d)(?:[Tt ]\d\d:[\d:.]+(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d[\d:.]*)|[[\]{},=\n]|[^\s"'#[\]{},=]+/g

/**
 * A TOML text whose dates and times are texts: the parser keeps milliseconds only and takes 30 February for 2 March.
 * Throws `syntax_error` for a day that no month has.
 */
export function quoteTomlDates(text: string): string {
  const open: string[] = []
  let before = ''
  let out = ''
  let done = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match
    if (token.startsWith('#') || (token === '\n' && open.length > 0)) continue
    const isValue = before === '=' || (open.at(-1) === '[' && (before === '[' || before === ','))
    if (match.groups?.['date'] && isValue) {
      refuseWrongDay(text, match)
      out += `${text.slice(done, match.index)}"${toRfc3339(token)}"`
      done = match.index + token.length
    }
    if ((token === '[' || token === '{') && isValue) open.push(token)
    else if (token === ']' || token === '}') open.pop()
    before = token
  }
  return out + text.slice(done)
}

function refuseWrongDay(text: string, { 0: token, index, groups = {} }: RegExpExecArray): void {
  const { month, day } = groups
  if (month === undefined) return
  // The calendar comes again every 400 years; `Date.UTC` takes years below 100 for those of 1900.
  const days = new Date(Date.UTC(2000 + (Number(token.slice(0, 4)) % 400), Number(month), 0)).getUTCDate()
  if (Number(day) <= days) return
  throw syntaxError({
    format: 'TOML',
    text,
    offset: index,
    reason: {
      en: `${token.slice(0, 10)} does not exist: the month has ${days} days`,
      zh: `${token.slice(0, 10)} 不存在：该月只有 ${days} 天`,
    },
  })
}

/** TOML also takes a space or `t` between date and time, `z`, and no seconds. */
function toRfc3339(date: string): string {
  return date
    .replace(/^(\S{10})[t ]/i, '$1T')
    .replace(/z$/, 'Z')
    .replace(/((?:^|T)\d\d:\d\d)(?=$|[Z+-])/, '$1:00')
}
