import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import { isJson } from '../json/is-json.ts'

/** What a program finds as `$name`: a text (`--arg`), or JSON (`--argjson`). */
export type Variable = { readonly name: string; readonly value: string; readonly isJson: boolean }

/** Reads `city=Oslo` and `limit:=10`, one in each line; empty lines are none. Throws `bad_input` with the line that is neither. */
export function readVariables(text: string): Variable[] {
  return splitLines(text)
    .filter((line) => line.trim() !== '')
    .map(readVariable)
}

function readVariable(line: string): Variable {
  const [, name = '', colon, value = ''] = /^\s*\$?([A-Za-z_]\w*)\s*(:)?=(.*)$/.exec(line) ?? []
  const isJsonValue = colon !== undefined
  if (name && (!isJsonValue || isJson(value))) return { name, value, isJson: isJsonValue }
  throw new AppError('bad_input', {
    field: { en: 'Variables', zh: '变量' },
    expected: name
      ? { en: `JSON behind ${name}:=`, zh: `${name}:= 之后应为 JSON` }
      : { en: 'name=text or name:=JSON', zh: '名称=文本 或 名称:=JSON' },
    got: line.trim().slice(0, 60),
  })
}
