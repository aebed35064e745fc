import { RegExpSyntaxError, type AST } from '@eslint-community/regexpp'
import type { Text } from '@octet/core/text.ts'
import { describeClassElement, describeSet } from './explain-set.ts'
import { listGroups, parseJavaScript, parseRe2, type ParsedPattern, type PatternFlags } from './parse-pattern.ts'
import { describeCharacter, describeRepetition, isVisible, quoteText, say } from './words.ts'

/** One part of a pattern. Parts of a part follow it, one level deeper. */
export type ExplainedPart = {
  readonly depth: number
  /** The part as written, from `start` to `end`. */
  readonly part: string
  readonly start: number
  readonly end: number
  readonly meaning: Text
}
export type ExplainOptions = PatternFlags & { readonly engine: 're2' | 'javascript' }

/** More parts than these are not listed. */
const MOST = 1000

/** What each part of a pattern means, from outside to inside; flags last. The pattern has been accepted by its engine. */
export function explainPattern(pattern: string, options: ExplainOptions): ExplainedPart[] {
  try {
    const parsed = options.engine === 're2' ? parseRe2(pattern) : parseJavaScript(pattern, options)
    return [...new Explainer(pattern, parsed, options).explain(), ...explainFlags(pattern, options)]
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error
    const meaning = say(
      'this pattern contains syntax that only RE2 has; it is not explained',
      '该表达式含 RE2 特有写法，无法解释',
    )
    return [{ depth: 0, part: pattern, start: 0, end: pattern.length, meaning }]
  }
}

class Explainer {
  readonly #pattern: string
  readonly #parsed: ParsedPattern
  /** The flags as they stand at this place. */
  #flags: PatternFlags
  readonly #parts: ExplainedPart[] = []
  readonly #groups: readonly string[]
  #group = 0

  constructor(pattern: string, parsed: ParsedPattern, options: ExplainOptions) {
    this.#pattern = pattern
    this.#parsed = parsed
    this.#flags = options
    this.#groups = listGroups(parsed.tree)
  }

  explain(): ExplainedPart[] {
    this.#takeAlternatives(this.#parsed.tree.alternatives, 0)
    return this.#parts.slice(0, MOST)
  }

  #add({ start: from, end: to }: { start: number; end: number }, depth: number, meaning: Text): void {
    const [start, end] = [this.#parsed.toPlace(from), this.#parsed.toPlace(to)]
    this.#parts.push({ depth, part: this.#pattern.slice(start, end), start, end, meaning })
  }

  #takeAlternatives(alternatives: readonly AST.Alternative[], depth: number): void {
    alternatives.forEach((alternative, index) => {
      if (alternatives.length === 1) return this.#takeElements(alternative.elements, depth)
      const [at, of] = [index + 1, alternatives.length]
      const empty = alternative.elements.length === 0 ? say(': nothing', '：空') : say('', '')
      this.#add(alternative, depth, say(`alternative ${at} of ${of}${empty.en}`, `第 ${at} 个分支，共 ${of} 个${empty.zh}`))
      this.#takeElements(alternative.elements, depth + 1)
    })
  }

  /** Characters in a row are one part. */
  #takeElements(elements: readonly AST.Element[], depth: number): void {
    let run: AST.Character[] = []
    const flush = () => {
      if (run.length > 0) this.#add({ start: run[0]!.start, end: run.at(-1)!.end }, depth, this.#describeRun(run))
      run = []
    }
    for (const element of elements) {
      if (element.type === 'Character' && !this.#parsed.meanings.has(element.start) && isVisible(toText(element)))
        run.push(element)
      else {
        flush()
        this.#takeElement(element, depth)
      }
    }
    flush()
  }

  #describeRun(run: readonly AST.Character[]): Text {
    const text = quoteText(run.map(toText).join(''))
    return run.length === 1 ? text : say(`the text ${text.en}`, `文本${text.zh}`)
  }

  #takeElement(element: AST.Element, depth: number, whole: AST.Node = element, repetition?: Text): void {
    if (element.type === 'Quantifier') return this.#takeElement(element.element, depth, element, describeRepetition(element))
    const change = this.#parsed.changes.get(element.start)
    if (change) this.#change(change.on, change.off)
    const what = this.#describe(element)
    const meaning = repetition ? say(`${what.en}, ${repetition.en}`, `${what.zh}，${repetition.zh}`) : what
    this.#add(whole, depth, meaning)
    if (element.type === 'CharacterClass' || element.type === 'ExpressionCharacterClass') this.#takeClass(element, depth + 1)
    else if ('alternatives' in element) {
      const before = this.#flags
      if (element.type === 'Group' && element.modifiers)
        this.#change(toLetters(element.modifiers.add), toLetters(element.modifiers.remove))
      this.#takeAlternatives(element.alternatives, depth + 1)
      this.#flags = before
    }
  }

  /** Flags that go on or off until the group ends. */
  #change(on: string, off: string): void {
    const toState = (letter: string, now: boolean) => (on.includes(letter) || now) && !off.includes(letter)
    const { ignoreCase, multiline, dotAll } = this.#flags
    this.#flags = {
      ...this.#flags,
      ignoreCase: toState('i', ignoreCase),
      multiline: toState('m', multiline),
      dotAll: toState('s', dotAll),
    }
  }

  #takeClass(element: AST.CharacterClass | AST.ExpressionCharacterClass, depth: number): void {
    for (const { node, meaning } of describeClassElement(element, this.#parsed.meanings)) {
      this.#add(node, depth, meaning)
      if (node.type === 'CharacterClass' || node.type === 'ExpressionCharacterClass') this.#takeClass(node, depth + 1)
    }
  }

  #describe(element: Exclude<AST.Element, AST.Quantifier>): Text {
    const own = this.#parsed.meanings.get(element.start)
    if (element.type === 'Character') return own ?? describeCharacter(element.value)
    if (element.type === 'CapturingGroup') return this.#describeGroup(element)
    if (element.type === 'Group') return describeModifiers(element)
    if (element.type === 'Backreference') return this.#describeReference(element)
    if (element.type === 'Assertion') return this.#describeAssertion(element)
    return describeSet(element, this.#flags)
  }

  #describeGroup({ name }: AST.CapturingGroup): Text {
    this.#group++
    return name === null
      ? say(`group ${this.#group}`, `第 ${this.#group} 组`)
      : say(`group ${this.#group}, called “${name}”`, `第 ${this.#group} 组，名为“${name}”`)
  }

  #describeReference({ ref }: AST.Backreference): Text {
    const name = typeof ref === 'number' ? (this.#groups[ref - 1] ?? String(ref)) : ref
    const shown = /^\d+$/.test(name) ? say(`group ${name}`, `第 ${name} 组`) : say(`the group “${name}”`, `“${name}”组`)
    return say(`the same text as ${shown.en} matched`, `与${shown.zh}相同的文本`)
  }

  #describeAssertion(node: AST.Assertion): Text {
    if (node.kind === 'word')
      return node.negate
        ? say('no word boundary: between two word characters or two others', '非单词边界')
        : say('a word boundary', '单词边界')
    if (node.kind === 'lookahead')
      return node.negate
        ? say('not followed by (look-ahead)', '后面不是（否定前瞻）')
        : say('followed by (look-ahead)', '后面是（前瞻）')
    if (node.kind === 'lookbehind')
      return node.negate
        ? say('not preceded by (look-behind)', '前面不是（否定后顾）')
        : say('preceded by (look-behind)', '前面是（后顾）')
    if (node.kind === 'start')
      return this.#flags.multiline ? say('the start of a line', '行首') : say('the start of the text', '文本开头')
    return this.#flags.multiline ? say('the end of a line', '行尾') : say('the end of the text', '文本结尾')
  }
}

const toText = ({ value }: AST.Character): string => (value > 0x10ffff ? '' : String.fromCodePoint(value))

const toLetters = (flags: AST.ModifierFlags | null): string =>
  flags ? `${flags.ignoreCase ? 'i' : ''}${flags.multiline ? 'm' : ''}${flags.dotAll ? 's' : ''}` : ''

function describeModifiers({ modifiers }: AST.Group): Text {
  if (!modifiers) return say('a non-capturing group', '非捕获组')
  const [on, off] = [toLetters(modifiers.add), toLetters(modifiers.remove)]
  const en = [on && `with ${on}`, off && `without ${off}`].filter(Boolean).join(', ')
  const zh = [on && `启用 ${on}`, off && `关闭 ${off}`].filter(Boolean).join('，')
  return say(`a non-capturing group, ${en}`, `非捕获组，${zh}`)
}

/** What the flags do; they stand behind the pattern. */
function explainFlags(
  pattern: string,
  { engine, ignoreCase, multiline, dotAll, unicode, sets }: ExplainOptions,
): ExplainedPart[] {
  const isJavaScript = engine === 'javascript'
  const flags: readonly (readonly [boolean, string, Text])[] = [
    [ignoreCase, 'i', say('flag: letter case is ignored', '标志：忽略大小写')],
    [multiline, 'm', say('flag: ^ and $ match at every line', '标志：^ 与 $ 匹配每一行')],
    [dotAll, 's', say('flag: . matches line breaks', '标志：. 匹配换行')],
    [
      isJavaScript && unicode && !sets,
      'u',
      say('flag: whole code points, \\p{…}, no unknown escapes', '标志：按码点匹配，可用 \\p{…}，不允许未知转义'),
    ],
    [isJavaScript && sets, 'v', say('flag: as u, with sets in classes', '标志：同 u，字符类中可用集合运算')],
  ]
  const at = { depth: 0, start: pattern.length, end: pattern.length }
  return flags.filter(([isOn]) => isOn).map(([, part, meaning]) => ({ ...at, part, meaning }))
}
