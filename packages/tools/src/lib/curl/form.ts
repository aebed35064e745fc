import type { DataReader } from './data.ts'
import type { FormPart } from './request.ts'
import { findOwn } from '../find-own.ts'
import { trimSpaces } from './trim-spaces.ts'

/** `-F name=value`, `name=@file;type=…;filename=…`, `name=<file`; for `--form-string` the value is text whatever it looks like. */
export function readFormPart(written: string, data: DataReader, isPlain = false): FormPart {
  const equals = written.indexOf('=')
  const name = equals < 0 ? written : written.slice(0, equals)
  const value = equals < 0 ? '' : written.slice(equals + 1)
  if (isPlain) return { name, value }
  const mark = /^[@<]/.exec(value)?.[0] ?? ''
  const { content, options, rest } = splitOptions(value.slice(mark.length))
  if (rest) data.noteFormRest(rest)
  const type = options.get('type')
  const fileName = options.get('filename')
  const typed = toTyped(type)
  if (!mark && fileName !== undefined) return { name, value: content, fileName, ...toTyped(type ?? findType(fileName)) }
  if (!mark) return { name, value: content, ...typed }
  if (mark === '@' && content.includes(',')) {
    const [first = '', ...others] = content.split(',')
    for (const other of others) data.refuseFile(other)
    return toFile(name, first, options)
  }
  return mark === '@' ? toFile(name, content, options) : { name, path: content, ...typed }
}

function toFile(name: string, path: string, options: ReadonlyMap<string, string>): FormPart {
  const fileName = options.get('filename') ?? toBaseName(path)
  return {
    name,
    path,
    fileName,
    type: options.get('type') ?? findType(fileName) ?? findType(path) ?? 'application/octet-stream',
  }
}

/** The type that curl gives a file by the ending of its name. */
const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xml: 'application/xml',
}
const toEnding = (path: string) => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

const findType = (name: string): string | undefined => findOwn(TYPES, toEnding(name))
const toTyped = (type: string | undefined) => (type ? { type } : {})

const toBaseName = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

type Split = { readonly content: string; readonly options: ReadonlyMap<string, string>; readonly rest: string }

/** The value, the options behind its semicolons that code can say, and the rest; a value in quotes may hold semicolons. */
function splitOptions(text: string): Split {
  const options = new Map<string, string>()
  let content = text
  let rest = ''
  for (;;) {
    const [whole, key = '', quoted, plain = ''] =
      /;\s*(type|filename|headers|encoder|format)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*(?:;\s*charset=[^;"]*)?))\s*$/i.exec(
        content.slice(-4096),
      ) ?? []
    if (whole === undefined) break
    if (/^(?:type|filename)$/i.test(key)) options.set(key.toLowerCase(), quoted === undefined ? plain.trim() : unescape(quoted))
    else rest = whole + rest
    content = content.slice(0, -whole.length)
  }
  const [, inner] = /^\s*"((?:[^"\\]|\\.)*)"\s*$/s.exec(content) ?? []
  if (inner !== undefined) return { content: unescape(inner), options, rest }
  // curl takes no semicolon for part of a value, and passes over what is no option behind it.
  const [bare = ''] = /^[^;]*/.exec(content)!
  return { content: trimSpaces(bare), options, rest: content.slice(bare.length) + rest }
}

const unescape = (text: string) => text.replaceAll(/\\(["\\])/g, '$1')
