import { AppError } from '@octet/core/errors.ts'
import { findKind, KINDS, type ColumnType, type Kind, type KindName } from './kinds.ts'

export type Column = {
  readonly name: string
  readonly kind: KindName
  readonly type: ColumnType
  readonly make: NonNullable<ReturnType<Kind['read']>>
  /** Of a hundred rows how many have nothing here. */
  readonly blankPercent: number
}

const MOST_COLUMNS = 50
const MAX_NAME = 100
/** Rows without a value where only `?` stands behind the kind. */
const USUAL_BLANK = 20

/**
 * Reads columns, one a line or, in a single line, with commas between: a kind, or `name: kind argument`; `?10%` behind it
 * leaves a tenth of its cells empty. Throws `bad_input`, `too_large`.
 *
 * @example
 * readColumns('id, name\nage: number 18..80 ?5%').map(({ name, kind }) => [name, kind]) // [['id', 'row'], ['name', 'name'], ['age', 'number']]
 */
export function readColumns(text: string): Column[] {
  const parts = text
    .split(/\r\n|[\r\n]/)
    .flatMap((line) => (/^[^:：]*$/.test(line) || !text.trim().includes('\n') ? line.split(/[,，、]/) : [line]))
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0)
    throw new AppError('bad_input', {
      field: 'columns',
      expected: { en: 'columns such as name, email, age: number 18..80', zh: '列，如 姓名, 邮箱, 年龄: 整数 18..80' },
      got: text,
    })
  if (parts.length > MOST_COLUMNS) throw new AppError('too_large', { field: 'columns', limit: MOST_COLUMNS, got: parts.length })
  const names = new Set<string>()
  return parts.map((part) => {
    const column = readColumn(part)
    if (names.has(column.name))
      throw new AppError('bad_input', {
        field: 'columns',
        expected: { en: 'a name of its own for every column', zh: '每列的名称各不相同' },
        got: column.name,
      })
    names.add(column.name)
    return column
  })
}

function readColumn(part: string): Column {
  const [, whole = part, blank, percent = String(USUAL_BLANK)] = /^(.*?)(?:\s*(\?)(?:(\d{1,3})%)?)?$/s.exec(part) ?? []
  const [, named, rest = whole] = /^([^:：]+)[:：]\s*(.*)$/s.exec(whole) ?? []
  const { kind, argument } = splitKind(rest.trim())
  const make = KINDS[kind].read(argument)
  if (!make) throw wrongArgument(kind, argument)
  const name = (named ?? rest).trim().slice(0, MAX_NAME)
  return { name, kind, type: KINDS[kind].type, make, blankPercent: blank === undefined ? 0 : Math.min(100, Number(percent)) }
}

/** The longest beginning that names a kind: `full name`, but `number 1..5`. */
function splitKind(text: string): { kind: KindName; argument: string } {
  const words = text.split(/\s+/)
  for (let count = words.length; count > 0; count--) {
    const kind = findKind(words.slice(0, count).join(' '))
    if (kind) return { kind, argument: words.slice(count).join(' ') }
  }
  throw new AppError('bad_input', {
    field: 'columns',
    expected: `${Object.keys(KINDS).join(' | ')}`,
    got: text.slice(0, 80),
  })
}

function wrongArgument(kind: KindName, got: string): AppError {
  const { argument, words }: Kind = KINDS[kind]
  const expected = argument
    ? { en: `${words.en} with the like of “${kind} ${argument}”`, zh: `${words.zh}，写法如“${kind} ${argument}”` }
    : { en: `nothing behind ${kind}`, zh: `${kind} 之后不写其他内容` }
  return new AppError('bad_input', { field: 'columns', expected, got: got || kind })
}
