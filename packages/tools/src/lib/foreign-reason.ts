import type { Text } from '@octet/core/text.ts'
import { findOwn } from './find-own.ts'

/** What a library may say, and what that is in Chinese; the groups of the pattern are handed on. */
export type ReasonRule = readonly [pattern: RegExp, toChinese: (...groups: string[]) => string]

/** The reason of a library that knows English only: Chinese where its meaning is known, its own words always. */
export function toReasonText(said: string, rules: readonly ReasonRule[]): Text {
  for (const [pattern, toChinese] of rules) {
    const found = pattern.exec(said)
    if (found) return { en: said, zh: `${toChinese(...found.slice(1).map((group) => group ?? ''))}（${said}）` }
  }
  return { en: said, zh: said }
}

const TYPES: Readonly<Record<string, string>> = {
  object: '对象',
  array: '数组',
  string: '字符串',
  number: '数字',
  boolean: '布尔值',
  expression: '表达式（&…）',
  any: ' JSON 值',
}

/** The name of a JSON type in Chinese; `Array<number>` and `string,array` are lists of names. */
export function toTypeName(type: string): string {
  const [, item] = /^Array<(.+)>$/i.exec(type) ?? []
  if (item) return `${toTypeName(item)}数组`
  return type
    .split(',')
    .map((name) => findOwn(TYPES, name) ?? name)
    .join('或')
}
