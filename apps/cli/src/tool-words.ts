import { isUtf8 } from 'node:buffer'
import { existsSync, openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Text } from '@octet/core/text.ts'
import type { FieldMeta } from '@octet/core/tool.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { coerceToolInput, toCachedSchema } from '@octet/tools/coerce.ts'
import { quoteShell } from '@octet/tools/lib/curl/quote.ts'
import { UsageError } from './command.ts'
import { toPipedText } from './piped.ts'

type Field = FieldMeta & {
  type?: string
  format?: string
  items?: Field
  default?: unknown
  enum?: unknown[]
  description?: string
}

/** The input fields of a tool, the one that takes piped text first. */
function toFields(tool: AnyTool): [string, Field][] {
  const properties = Object.entries(toCachedSchema(tool.input).properties ?? {}) as [string, Field][]
  const main = findMain(properties)
  return properties.sort(([a], [b]) => Number(b === main) - Number(a === main))
}

/** The field that takes text without a name: the one marked `main`, else the first text, else the first bytes. */
function findMain(properties: readonly [string, Field][]): string | undefined {
  const find = (test: (field: Field) => boolean) => properties.find(([, field]) => test(field))?.[0]
  return find(({ main }) => main === true) ?? find(({ type }) => type === 'string') ?? find(({ format }) => format === 'binary')
}

/**
 * Reads `--field value` (again for each value of a list), `--field=value`, `--field @file`, `--switch`, `--no-switch` and one text without a name;
 * after `--` all is text (POSIX XBD 12.2), and a `--` with nothing behind it is a text itself.
 * What is piped in becomes the main field when it has no value yet; bytes that are no text, the field that takes a file.
 */
export async function readToolInput(
  tool: AnyTool,
  words: readonly string[],
  readPiped: () => Promise<Buffer | undefined>,
): Promise<Record<string, unknown>> {
  const fields = new Map(toFields(tool))
  const main = findMain([...fields])
  const given: Record<string, unknown> = {}
  const rest = [...words]
  let hasOptions = true
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (hasOptions && word === '--' && rest.length > 0) {
      hasOptions = false
      continue
    }
    const named = hasOptions ? /^--(no-)?([\w-]+)(?:=([\s\S]*))?$/.exec(word) : null
    if (!named) {
      if (main === undefined)
        throw new UsageError({ en: `“${word}”: this tool takes no text`, zh: `“${word}”：此工具不接收文本` })
      given[main] = given[main] === undefined ? await toValue(fields.get(main), word) : `${given[main]} ${word}`
      continue
    }
    const [, no, dashed = '', inline] = named
    const name = [...fields.keys()].find((field) => field === dashed || toDashed(field) === dashed)
    if (name === undefined) throw new UsageError(toNoOption(dashed, [...fields.keys()]))
    const field = fields.get(name)
    if (field?.type === 'boolean' && inline === undefined) given[name] = !no
    else {
      const value = inline ?? rest.shift()
      if (value === undefined) throw new UsageError({ en: `--${dashed} needs a value`, zh: `--${dashed} 需要一个值` })
      given[name] = field?.type === 'array' ? await addValue(given[name], { field, value }) : await toValue(field, value)
    }
  }
  if (main !== undefined && given[main] === undefined) {
    const piped = await readPiped()
    if (piped) Object.assign(given, toPipedInput(piped, { fields, main, given }))
  }
  return coerceToolInput(tool, given)
}

type Piped = { readonly fields: ReadonlyMap<string, Field>; readonly main: string; readonly given: Record<string, unknown> }

/** Bytes as the field they are for. Throws {@link UsageError} for no text where only a text is wanted. */
function toPipedInput(bytes: Buffer, { fields, main, given }: Piped): Record<string, unknown> {
  const toFile = (name: string) => ({ [name]: new Blob([new Uint8Array(bytes)]) })
  if (fields.get(main)?.format === 'binary') return toFile(main)
  const file = [...fields].find(([name, { format }]) => format === 'binary' && given[name] === undefined)?.[0]
  if (file !== undefined && (!isUtf8(bytes) || bytes.includes(0))) return toFile(file)
  return { [main]: toPipedText(bytes).replace(/\r?\n$/, '') }
}

/** Where what a field is called begins, and what is said of it below. */
const LABEL_AT = 37
const MAX_EXAMPLES = 4
const MAX_EXAMPLE_CHARS = 100

/** Help of one tool: its texts, fields with their words, and examples as they are typed. */
export function toToolHelp(tool: AnyTool, lang: 'zh' | 'en'): string {
  const examples = toExamples(tool, lang)
  const head = { en: 'Examples', zh: '示例' }[lang]
  return [
    `octet tool ${tool.id} – ${tool.title[lang]}`,
    tool.summary[lang],
    '',
    ...toFields(tool).flatMap(([name, field]) => toFieldHelp(name, field, lang)),
    ...(examples.length > 0 ? ['', head, ...examples] : []),
  ].join('\n')
}

function toFieldHelp(name: string, field: Field, lang: 'zh' | 'en'): string[] {
  const kind = field.format === 'binary' ? '@file' : (field.type ?? 'value')
  const values = field.enum ? ` ${field.enum.join('|')}` : field.type === 'boolean' ? '' : ` <${kind}>`
  const preset = field.default === undefined || field.default === '' ? '' : ` [${JSON.stringify(field.default)}]`
  const line = `  --${`${toDashed(name)}${values}`.padEnd(LABEL_AT - 5)} ${field.label?.[lang] ?? ''}${preset}`
  return field.help ? [line, ' '.repeat(LABEL_AT) + field.help[lang]] : [line]
}

/** The examples that can be typed in one line. */
function toExamples(tool: AnyTool, lang: 'zh' | 'en'): string[] {
  const fields = toFields(tool)
  const main = findMain(fields)
  return tool.examples
    .map(({ name, input }) => ({
      command: [
        'octet tool',
        tool.id,
        ...Object.entries(input as object).flatMap(([key, value]) => toWords(key, value, main)),
      ].join(' '),
      name: name[lang],
    }))
    .filter(({ command }) => command.length <= MAX_EXAMPLE_CHARS && !/[^\P{C}]/u.test(command))
    .slice(0, MAX_EXAMPLES)
    .map(({ command, name }) => `  ${command}  # ${name}`)
}

function toWords(name: string, value: unknown, main: string | undefined): string[] {
  const option = `--${toDashed(name)}`
  if (typeof value === 'boolean') return [value ? option : `--no-${toDashed(name)}`]
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.flatMap((one) => [option, quoteShell(one)])
  const text = quoteShell(typeof value === 'string' ? value : JSON.stringify(value))
  return name === main && !text.startsWith('-') ? [text] : [option, text]
}

function toDashed(name: string): string {
  return name.replaceAll('_', '-').replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** A list is given by naming its option again for each value. */
async function addValue(known: unknown, { field, value }: { field: Field; value: string }): Promise<unknown> {
  if (value.trim().startsWith('[')) return value
  return [...(Array.isArray(known) ? known : []), await toValue(field.items, value)]
}

async function toValue(field: Field | undefined, text: string): Promise<unknown> {
  if (field?.format === 'binary') return readFileField(text.replace(/^@/, ''))
  return text.startsWith('@') && text.length > 1 && field?.type === 'string'
    ? readFile(text.slice(1), 'utf8').catch(() => text)
    : text
}

/** A file under its own name; its content is read when it is wanted. */
async function readFileField(path: string): Promise<File> {
  try {
    return new File([await openAsBlob(path)], basename(path))
  } catch (cause) {
    throw new UsageError(
      existsSync(path) ? `${path}: ${(cause as Error).message}` : { en: `there is no file ${path}`, zh: `文件 ${path} 不存在` },
    )
  }
}

function toNoOption(dashed: string, fields: readonly string[]): Text {
  const options = fields.map((field) => `--${toDashed(field)}`)
  return {
    en: `no option --${dashed}; there are ${options.join(', ')}`,
    zh: `没有选项 --${dashed}，可用的有 ${options.join('、')}`,
  }
}
