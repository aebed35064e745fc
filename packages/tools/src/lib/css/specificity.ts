import type { Container, Root, Rule } from 'postcss'
import { splitAtCommas } from './pieces.ts'

/** Ids; classes, attributes and pseudo-classes; types and pseudo-elements (Selectors 4 §17). */
export type Specificity = readonly [number, number, number]
export type SelectorRow = { readonly selector: string; readonly specificity: Specificity; readonly line: number }

const NONE: Specificity = [0, 0, 0]
/** Pseudo-elements that CSS 2 wrote with one colon. */
const OLD_ELEMENTS = /^(?:before|after|first-line|first-letter)$/i
/** Pseudo-classes that count as the most specific of their arguments. */
const LISTS = /^(?:is|not|has|matches|-moz-any|-webkit-any)$/i
/** Pseudos that count as themselves and their argument. */
const WITH_ARGUMENT = /^(?:host|host-context|slotted|cue|cue-region)$/i
/** Parts of a view transition, which count nothing where they name every one (CSS View Transitions 1 §3.2.1). */
const TRANSITIONS = /^view-transition-(?:group|image-pair|old|new)$/
const NAME = /^(?:\\[\da-f]{1,6}\s?|\\[^\n]|[\w\u0080-\u{10ffff}-])+/iu

/**
 * The specificity of one complex selector; `&` counts as `outer`, the most specific selector of the rule around.
 *
 * @example findSpecificity('#nav li.on a:hover') // [1, 2, 2]
 */
export function findSpecificity(selector: string, outer: Specificity = NONE): Specificity {
  let sum = NONE
  let rest = selector
  while (rest !== '') {
    const { value, length } = readPart(rest, outer)
    sum = add(sum, value)
    rest = rest.slice(length)
  }
  return sum
}

/** The most specific of a list of selectors. */
function findGreatest(list: string, outer: Specificity = NONE): Specificity {
  return splitAtCommas(list)
    .map((each) => findSpecificity(each, outer))
    .reduce((best, each) => (compareSpecificity(each, best) > 0 ? each : best), NONE)
}

function compareSpecificity(a: Specificity, b: Specificity): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** Every selector of a style sheet in its order; steps of animations have none. A nested one counts with those around it. */
export function listSelectors(root: Root): SelectorRow[] {
  return listInside(root, undefined)
}

function listInside(container: Container, outer: Specificity | undefined): SelectorRow[] {
  return (container.nodes ?? []).flatMap((node): SelectorRow[] => {
    if (node.type === 'rule') return listRule(node, outer)
    if (node.type !== 'atrule' || !node.nodes || /keyframes$|^(?:page|font-face|property)$/i.test(node.name)) return []
    return listInside(node, outer)
  })
}

function listRule(rule: Rule, outer: Specificity | undefined): SelectorRow[] {
  const line = rule.source?.start?.line ?? 1
  const own = splitAtCommas(rule.selector).map((each): SelectorRow => {
    const selector = each.trim()
    const isRelative = outer !== undefined && !withoutTexts(selector).includes('&')
    const specificity = findSpecificity(selector, outer)
    return { selector, specificity: isRelative ? add(outer, specificity) : specificity, line }
  })
  const greatest = own.map(({ specificity }) => specificity).reduce((a, b) => (compareSpecificity(a, b) >= 0 ? a : b), NONE)
  return [...own, ...listInside(rule, greatest)]
}

function withoutTexts(selector: string): string {
  return selector.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\./gs, '')
}

type Part = { readonly value: Specificity; readonly length: number }

/** The first simple selector of a text, or one character between two of them. */
function readPart(text: string, outer: Specificity): Part {
  switch (text[0]) {
    case '#':
      return { value: [1, 0, 0], length: 1 + readName(text.slice(1)) }
    case '.':
      return { value: [0, 1, 0], length: 1 + readName(text.slice(1)) }
    case '[':
      return { value: [0, 1, 0], length: findClose(text, ']') }
    case '&':
      return { value: outer, length: 1 }
    case ':':
      return readPseudo(text, outer)
    case '/':
      return { value: NONE, length: text.startsWith('/*') ? Math.max(2, text.indexOf('*/') + 2) : 1 }
    default:
      return readType(text)
  }
}

/** `a`, `svg|a`, `*|a`; a star counts nothing. */
function readType(text: string): Part {
  const [space = ''] = /^(?:\*|(?:\\.|[\w\u0080-\u{10ffff}-])*)\|(?![|=])/u.exec(text) ?? []
  const name = readName(text.slice(space.length))
  if (name > 0) return { value: [0, 0, 1], length: space.length + name }
  return { value: NONE, length: Math.max(1, space.length) }
}

function readPseudo(text: string, outer: Specificity): Part {
  const isElement = text.startsWith('::')
  const start = isElement ? 2 : 1
  const name = text.slice(start, start + readName(text.slice(start)))
  const end = start + name.length
  const hasArgument = text[end] === '('
  const length = hasArgument ? end + findClose(text.slice(end), ')') : Math.max(end, start)
  const argument = hasArgument ? text.slice(end + 1, length - 1) : ''
  const own: Specificity = isElement || OLD_ELEMENTS.test(name) ? [0, 0, 1] : [0, 1, 0]
  return { value: weigh(name.toLowerCase(), { own, argument, outer }), length }
}

function weigh(name: string, { own, argument, outer }: { own: Specificity; argument: string; outer: Specificity }): Specificity {
  if (name === 'where' || (TRANSITIONS.test(name) && argument.trim() === '*')) return NONE
  if (LISTS.test(name) && argument) return findGreatest(argument, outer)
  if (WITH_ARGUMENT.test(name) && argument) return add(own, findGreatest(argument, outer))
  const of = /^nth-(?:last-)?child$/.test(name) ? /\sof\s([\s\S]+)$/i.exec(argument)?.[1] : undefined
  return of === undefined ? own : add(own, findGreatest(of, outer))
}

function readName(text: string): number {
  return NAME.exec(text)?.[0].length ?? 0
}

/** Where the bracket that a text begins with ends, texts and inner brackets passed over. */
function findClose(text: string, close: ')' | ']'): number {
  const marks = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[()[\]]/gs
  let depth = 0
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === '(' || mark === '[') depth++
    else if (mark === ')' || mark === ']') depth--
    if (depth === 0 && mark === close) return index + 1
  }
  return text.length
}

function add(a: Specificity, b: Specificity): Specificity {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
