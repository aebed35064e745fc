import { AppError } from '@octet/core/errors.ts'
import type { IdAttributes } from '../id-attributes.ts'
import { WALKS } from '../xpath/axes.ts'
import { ATTRIBUTE, DOCUMENT, ELEMENT, listAttributes, TEXT, toStringValue, type XPathNode } from '../xpath/nodes.ts'
import { isNodes, toText, type Value } from '../xpath/values.ts'
import { Forest } from './forest.ts'
import type { DecimalFormat } from './format-number.ts'
import { Frame, NO_PARAMETERS, type Instruction, type Parameters, type Read, type Template } from './frame.ts'
import { Output } from './output.ts'
import type { Pattern } from './pattern.ts'
import type { XmlNode } from './tree.ts'

/** A template with one alternative of its pattern. */
export type Rule = { readonly pattern: Pattern; readonly priority: number; readonly mode: string; readonly template: Template }
export type Key = { readonly patterns: readonly Pattern[]; readonly use: Read<Value> }
export type Message = { readonly at: XmlNode; readonly text: string }

/** Templates that may wait for one another. */
const MAX_DEPTH = 3000
/** Messages that are kept. */
const MAX_MESSAGES = 1000

/** A compiled stylesheet while it is applied to a source. */
export class Runtime {
  readonly forest: Forest
  readonly rules: Rule[] = []
  readonly named = new Map<string, Template>()
  readonly keys = new Map<string, Key[]>()
  readonly globals = new Map<string, Read<Value>>()
  readonly formats = new Map<string, DecimalFormat>()
  readonly messages: Message[] = []
  readonly stylesheet: XmlNode
  readonly frame: Frame
  readonly #source: XmlNode
  readonly #candidates = new Map<string, readonly Rule[]>()
  readonly #globalValues = new Map<string, Value>()
  readonly #open = new Set<string>()
  readonly #indexes = new Map<string, Map<XPathNode, ReadonlyMap<string, XPathNode[]>>>()
  #depth = 0

  constructor(source: XmlNode, stylesheet: XmlNode, ids: IdAttributes) {
    this.forest = new Forest(ids)
    this.#source = source
    this.stylesheet = stylesheet
    this.frame = this.#createFrame()
  }

  /** At the root of the source, with variables of its own. */
  #createFrame(): Frame {
    const { forest: document } = this
    return new Frame({ node: this.#source, place: 1, size: 1, document, slots: [], parameters: NO_PARAMETERS, mode: '' })
  }

  note(at: XmlNode, text: string): void {
    if (this.messages.length < MAX_MESSAGES) this.messages.push({ at, text })
  }

  /** xsl:apply-templates (§5.4): each node by the template that fits it best. */
  apply(nodes: readonly XPathNode[], mode: string, parameters: Parameters, out: Output): void {
    const size = nodes.length
    for (let index = 0; index < size; index++) this.#applyTo(nodes[index]!, index + 1, size, mode, parameters, out)
  }

  #applyTo(node: XPathNode, place: number, size: number, mode: string, parameters: Parameters, out: Output): void {
    const frame = new Frame({ node, place, size, document: this.forest, slots: [], parameters, mode })
    const rule = this.#findRule(frame)
    if (rule) return this.run(rule.template, frame, out)
    this.forest.spend(1)
    if (node.nodeType === ELEMENT || node.nodeType === DOCUMENT) {
      this.#enter()
      this.apply((node as XmlNode).children(), mode, NO_PARAMETERS, out)
      this.#depth--
    } else if (node.nodeType === TEXT || node.nodeType === ATTRIBUTE) out.text(toStringValue(node))
  }

  #findRule(frame: Frame): Rule | undefined {
    const { node, mode } = frame
    const local = node.nodeType === ELEMENT || node.nodeType === ATTRIBUTE ? (node as XmlNode).localName : ''
    const key = `${node.nodeType} ${local} ${mode}`
    let rules = this.#candidates.get(key)
    if (!rules) this.#candidates.set(key, (rules = this.#listRules(node.nodeType, local, mode)))
    for (const rule of rules) if (rule.pattern.matches(node, frame)) return rule
    return undefined
  }

  /** The best first: by priority, then the last one in the stylesheet (§5.5). */
  #listRules(type: number, local: string, mode: string): readonly Rule[] {
    return this.rules
      .filter(
        ({ pattern, mode: own }) =>
          own === mode && (pattern.type ?? type) === type && (pattern.local === undefined || pattern.local === local),
      )
      .toReversed()
      .sort((a, b) => b.priority - a.priority)
  }

  run(template: Template, frame: Frame, out: Output): void {
    this.#enter()
    for (let next = template.body(frame, out); next; next = next.template.body(next.frame, out)) this.forest.spend(1)
    this.#depth--
  }

  #enter(): void {
    this.forest.spend(1)
    if (++this.#depth > MAX_DEPTH) throw failDeep()
  }

  build(body: Instruction, frame: Frame): XmlNode {
    const out = new Output(this.forest)
    body(frame, out)
    return out.root
  }

  readGlobal(name: string): Value {
    const known = this.#globalValues.get(name)
    if (known !== undefined) return known
    if (this.#open.has(name)) {
      const expected = { en: 'variables that do not depend on one another', zh: '互不依赖的变量' }
      throw new AppError('bad_input', { field: 'stylesheet', expected, got: `$${name}` })
    }
    this.#open.add(name)
    const value = this.globals.get(name)!(this.#createFrame())
    this.#open.delete(name)
    this.#globalValues.set(name, value)
    return value
  }

  /** key() (§12.2): the nodes of the tree with this value. */
  findByKey(name: string, values: readonly string[], root: XPathNode): readonly XPathNode[] {
    let roots = this.#indexes.get(name)
    if (!roots) this.#indexes.set(name, (roots = new Map()))
    let index = roots.get(root)
    if (!index) {
      roots.set(root, new Map())
      roots.set(root, (index = this.#index(this.keys.get(name) ?? [], root)))
    }
    const [only] = values
    if (values.length === 1) return index.get(only!) ?? []
    return this.forest.sort(values.flatMap((value) => index.get(value) ?? []))
  }

  #index(keys: readonly Key[], root: XPathNode): ReadonlyMap<string, XPathNode[]> {
    const index = new Map<string, XPathNode[]>()
    const hasAttributes = keys.some(({ patterns }) => patterns.some(({ type }) => type === undefined || type === ATTRIBUTE))
    const add = (node: XPathNode) => {
      this.forest.spend(1)
      const frame = this.frame.at(node, 1, 1)
      for (const { patterns, use } of keys) {
        if (!patterns.some((pattern) => pattern.matches(node, frame))) continue
        const value = use(frame)
        for (const text of new Set(isNodes(value) ? value.map(toStringValue) : [toText(value)])) {
          const found = index.get(text)
          if (!found) index.set(text, [node])
          else if (found.at(-1) !== node) found.push(node)
        }
      }
    }
    for (const node of WALKS['descendant-or-self'](root, this.forest)) {
      add(node)
      if (hasAttributes) for (const attribute of listAttributes(node)) add(attribute)
    }
    return index
  }
}

export function failDeep(): AppError {
  return new AppError('too_large', {
    field: { en: 'The depth of calls', zh: '调用深度' },
    limit: { en: `about ${MAX_DEPTH} templates inside one another`, zh: `约 ${MAX_DEPTH} 层模板` },
    got: { en: 'more', zh: '更多' },
  })
}
