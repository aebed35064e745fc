import type { AST } from '@eslint-community/regexpp'
import type { Text } from '@octet/core/text.ts'
import { describeCharacter, describeProperty, describeRange, isVisible, quoteText, say } from './words.ts'

type Set = AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass | AST.ClassStringDisjunction
/** Characters in a row. */
type Run = { readonly type: 'Run'; readonly start: number; readonly end: number }
type ClassPart = { readonly node: AST.CharacterClassElement | AST.ClassSetOperand | Run; readonly meaning: Text }

/** What one character may be. */
export function describeSet(node: Set, flags?: { readonly dotAll: boolean }): Text {
  if (node.type === 'ClassStringDisjunction') return describeStrings(node)
  if (node.type === 'ExpressionCharacterClass') return describeExpression(node)
  if (node.type === 'CharacterClass') {
    if (node.elements.length === 0)
      return node.negate
        ? say('any character, line breaks too', '任意字符，含换行')
        : say('nothing: this never matches', '空集：永不匹配')
    return node.negate ? say('one character that is none of these', '不属于以下的一个字符') : say('one of these', '以下之一')
  }
  if (node.kind === 'any')
    return flags?.dotAll
      ? say('any character, line breaks too', '任意字符，含换行')
      : say('any character but a line break', '除换行外的任意字符')
  if (node.kind === 'property' && node.strings) return say(`a text with the property ${node.key}`, `具有属性 ${node.key} 的文本`)
  if (node.kind === 'property') return describeProperty(node.value === null ? '' : node.key, node.value ?? node.key, node.negate)
  if (node.kind === 'digit') return node.negate ? say('anything but a digit', '非数字') : say('a digit (0–9)', '数字（0–9）')
  if (node.kind === 'word')
    return node.negate
      ? say('anything but a word character', '非单词字符')
      : say('a word character (A–Z, a–z, 0–9, _)', '单词字符（A–Z、a–z、0–9、_）')
  return node.negate ? say('anything but white space', '非空白字符') : say('white space', '空白字符')
}

function describeExpression({ negate, expression }: AST.ExpressionCharacterClass): Text {
  const what =
    expression.type === 'ClassIntersection'
      ? say('what all of these have in common', '以下各集合的交集')
      : say('the first of these without the others', '第一个集合减去其余集合')
  return negate ? say(`one character, but not ${what.en}`, `一个字符，但不属于${what.zh}`) : what
}

function describeStrings({ alternatives }: AST.ClassStringDisjunction): Text {
  const texts = alternatives.map(({ elements }) => quoteText(String.fromCodePoint(...elements.map(({ value }) => value))).en)
  return say(`one of the texts ${texts.join(', ')}`, `文本 ${texts.join('、')} 之一`)
}

/** The parts of a class; single characters in a row are one. */
export function describeClassElement(
  element: AST.CharacterClass | AST.ExpressionCharacterClass,
  meanings: ReadonlyMap<number, Text>,
): ClassPart[] {
  if (element.type === 'ExpressionCharacterClass')
    return listOperands(element.expression).map((node) => ({ node, meaning: describeOperand(node) }))
  const parts: ClassPart[] = []
  let run: AST.Character[] = []
  const flush = () => {
    if (run.length > 0)
      parts.push({ node: { type: 'Run', start: run[0]!.start, end: run.at(-1)!.end }, meaning: describeRun(run) })
    run = []
  }
  for (const node of element.elements) {
    const own = meanings.get(node.start)
    if (node.type === 'Character' && !own && isVisible(String.fromCodePoint(node.value))) {
      run.push(node)
      continue
    }
    flush()
    parts.push({
      node,
      meaning: node.type === 'CharacterClassRange' ? describeBounds(node, meanings) : (own ?? describeOperand(node)),
    })
  }
  flush()
  return parts
}

const describeRun = (run: readonly AST.Character[]): Text => {
  const text = quoteText(run.map(({ value }) => String.fromCodePoint(value)).join(''))
  return run.length === 1 ? text : say(`one of the characters ${text.en}`, `字符${text.zh}之一`)
}

/** Bounds that only RE2 writes have words of their own. */
function describeBounds({ min, max }: AST.CharacterClassRange, meanings: ReadonlyMap<number, Text>): Text {
  const [from, to] = [meanings.get(min.start), meanings.get(max.start)]
  if (!from && !to) return describeRange(min.value, max.value)
  const [a, b] = [from ?? describeCharacter(min.value), to ?? describeCharacter(max.value)]
  return say(`from ${a.en} to ${b.en}`, `从${a.zh}到${b.zh}`)
}

const describeOperand = (node: AST.CharacterClassElement | AST.ClassSetOperand): Text =>
  node.type === 'Character'
    ? describeCharacter(node.value)
    : node.type === 'CharacterClassRange'
      ? describeRange(node.min.value, node.max.value)
      : describeSet(node)

function listOperands(expression: AST.ClassIntersection | AST.ClassSubtraction): AST.ClassSetOperand[] {
  const { left, right } = expression
  return left.type === 'ClassIntersection' || left.type === 'ClassSubtraction' ? [...listOperands(left), right] : [left, right]
}
