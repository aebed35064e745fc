import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Shell } from '../shell/shells.ts'
import { readCurlWords } from './parse-curl.ts'
import { splitCommandOf } from './split-command.ts'
import type { Reading } from './request.ts'

/** The first sign that parts a name from its value; a backslash takes its meaning away. */
const ITEM = /^((?:\\[\s\S]|[^\\:=@;])*)(:=@|=@|:=|==|:|=|@|;$)([\s\S]*)$/
const WITH_VALUE = new Set(
  `auth auth-type proxy timeout verify session session-read-only output download-output print pretty style raw cert cert-key boundary max-redirects ssl
  response-charset response-mime format-options a A o p s`.split(/\s+/),
)
const SILENT = new Set(
  `b body h headers v verbose p print pretty s style q quiet all ignore-stdin I json j check-status stream S meta m format-options form f multipart
  max-redirects auth-type A`.split(/\s+/),
)
const LETTERS: Readonly<Record<string, string>> = { a: 'auth', F: 'follow', o: 'output' }

type Item = { readonly name: string; readonly sign: string; readonly value: string }

/** Reads a command line of HTTPie: `http POST example.com name=value`. Throws `syntax_error`, `unsupported_value`. */
export function parseHttpie(text: string, shell: Shell): Reading {
  const { program, words, notes } = splitCommandOf(text, shell, 'HTTPie')
  const { options, flags, rest, left } = readFlags(words)
  const hasMethod = rest.length > 1 && /^[A-Za-z]+$/.test(rest[0]!) && !ITEM.test(rest[0]!)
  const method = hasMethod ? rest[0]!.toUpperCase() : undefined
  const [url, ...written] = rest.slice(hasMethod ? 1 : 0)
  if (url === undefined)
    throw new AppError('unsupported_value', { got: program, reason: { en: 'the command has no URL', zh: '命令中没有 URL' } })
  const items = written.map(readItem)
  const out = [...options, toAddress(url, program)]
  for (const { name, sign, value } of items) {
    if (sign === '==') out.push('--url-query', `${name}=${value}`)
    else if (sign === ':') out.push('--header', value === '' ? `${name}:` : `${name}: ${value}`)
    else if (sign === ';') out.push('--header', `${name};`)
  }
  out.push(...writeBody(items, flags))
  if (method !== undefined) out.push(...(method === 'HEAD' ? ['--head'] : ['--request', method]))
  return readCurlWords(out, [...notes, ...left])
}

function readFlags(words: readonly string[]) {
  const options: string[] = []
  const flags = new Set<string>()
  const rest: string[] = []
  const left: Text[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const [, name = '', joined] = /^--?([\w-]+)(?:=([\s\S]*))?$/.exec(word) ?? []
    if (name === '') {
      rest.push(word)
      continue
    }
    const value = WITH_VALUE.has(name) ? (joined ?? words[++at] ?? '') : ''
    // Letters may stand together: -bf.
    const names = word.startsWith('--') || WITH_VALUE.has(name) ? [name] : [...name]
    for (const letter of names) {
      const long = Object.hasOwn(LETTERS, letter) ? LETTERS[letter]! : letter
      flags.add(long)
      if (long === 'auth') options.push('--user', value)
      else if (long === 'follow') options.push('--location')
      else if (long === 'output') options.push('--output', value)
      else if (long === 'timeout') options.push('--max-time', value)
      else if (long === 'proxy') options.push('--proxy', value.replace(/^https?:(?=https?:)/, ''))
      else if (long === 'raw') options.push('--header', 'Content-Type: application/json', '--data-raw', value)
      else if (long === 'verify') options.push(...(/^(?:no|false)$/i.test(value) ? ['--insecure'] : []))
      else if (!SILENT.has(long))
        left.push({ en: `${word}${value && ` ${value}`} is left out`, zh: `未转换 ${word}${value && ` ${value}`}` })
    }
  }
  return { options, flags, rest, left }
}

/** `:8080/path` is the machine itself. */
function toAddress(url: string, program: string): string {
  if (/^https?:\/\//i.test(url)) return url
  const place = url
    .replace(/^:\/\//, '')
    .replace(/^:(?=\d|\/|$)/, 'localhost:')
    .replace(/^localhost:(?!\d)/, 'localhost')
  return `${program === 'https' ? 'https' : 'http'}://${place}`
}

function readItem(word: string): Item {
  const [, name = '', sign, value = ''] = ITEM.exec(word) ?? []
  const reason = (en: string, zh: string) => new AppError('unsupported_value', { got: word.slice(0, 80), reason: { en, zh } })
  if (sign === undefined)
    throw reason(
      'expected an item of HTTPie such as name=value, Name:value or name==value',
      '应为 HTTPie 参数，如 name=value、Name:value 或 name==value',
    )
  if (sign.endsWith('=@')) throw reason('a value out of a file cannot be converted', '无法转换取自文件的值')
  if (/\[.*\]$/.test(name) && sign !== '==' && sign !== ':')
    throw reason('nested names cannot be converted; use :=', '无法转换嵌套的名称，请用 :=')
  return { name: name.replaceAll(/\\([\s\S])/g, '$1'), sign, value }
}

function writeBody(items: readonly Item[], flags: ReadonlySet<string>): string[] {
  const fields = items.filter(({ sign }) => sign === '=' || sign === ':=' || sign === '@')
  if (fields.length === 0) return []
  if (flags.has('multipart') || fields.some(({ sign }) => sign === '@'))
    return fields.flatMap(({ name, sign, value }) =>
      sign === '@' ? ['--form', `${name}=@${value}`] : ['--form-string', `${name}=${value}`],
    )
  if (flags.has('form') || flags.has('f')) return fields.flatMap(({ name, value }) => ['--data-urlencode', `${name}=${value}`])
  const body = Object.fromEntries(fields.map(({ name, sign, value }) => [name, sign === ':=' ? readJson(value) : value]))
  const headers = items.filter(({ sign }) => sign === ':').map(({ name }) => name.toLowerCase())
  return [
    ...(headers.includes('accept') ? [] : ['--header', 'Accept: application/json, */*;q=0.5']),
    ...(headers.includes('content-type') ? [] : ['--header', 'Content-Type: application/json']),
    '--data-raw',
    JSON.stringify(body),
  ]
}

function readJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch (cause) {
    const reason = { en: 'behind := stands JSON', zh: ':= 之后应为 JSON' }
    throw new AppError('unsupported_value', { got: value.slice(0, 80), reason }, { cause })
  }
}
