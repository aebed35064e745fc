import { ELEMENT, TEXT } from '../xpath/nodes.ts'
import { compileAttributeSet } from './attribute-sets.ts'
import {
  checkAttributes,
  createScope,
  expandName,
  failPrefix,
  findAttribute,
  findNames,
  getAttribute,
  listContent,
  readExpression,
  readPatterns,
  readYes,
  type Compiler,
} from './compiler.ts'
import { readMode } from './flow.ts'
import { DEFAULT_FORMAT, type DecimalFormat } from './format-number.ts'
import type { Template } from './frame.ts'
import { compileBody, isInstruction } from './instructions.ts'
import type { Pattern } from './pattern.ts'
import type { Runtime } from './runtime.ts'
import type { OutputOptions } from './serialize.ts'
import type { SpaceRule } from './space.ts'
import { isXslt, XSLT, type Source } from './stylesheet-error.ts'
import type { XmlNode } from './tree.ts'
import { compileValue } from './variables.ts'
import { findOwn } from '../../find-own.ts'

export type Stylesheet = { readonly output: OutputOptions; readonly spaces: readonly SpaceRule[] }

/**
 * Reads a stylesheet into the runtime that will apply it; `parameters` takes the place of the defaults of its parameters.
 * Throws `syntax_error`.
 */
export function compileStylesheet(source: Source, runtime: Runtime, parameters: ReadonlyMap<string, string>): Stylesheet {
  const top = runtime.stylesheet.documentElement!
  const isWhole = isXslt(top, 'stylesheet') || isXslt(top, 'transform')
  const version = isWhole
    ? top.getAttribute('version')
    : (top.attributes.find(({ namespaceURI, localName }) => namespaceURI === XSLT && localName === 'version')?.value ?? null)
  if (version === null) throw failNoStylesheet(source, top, isWhole)
  const compiler: Compiler = {
    source,
    runtime,
    attributeSets: new Map(),
    aliases: new Map(),
    isForward: Number(version) > 1,
    isInstruction,
    compileBody: (element, options, skip) => compileBody(compiler, element, options, skip),
    names: new Map(),
  }
  if (isWhole) return new TopLevel(compiler, parameters).compile(top)
  const body = compiler.compileBody(runtime.stylesheet, { scope: createScope(), isTail: false })
  const pattern: Pattern = {
    priority: 0,
    type: undefined,
    local: undefined,
    matches: ({ nodeType }) => nodeType === runtime.stylesheet.nodeType,
  }
  runtime.rules.push({ pattern, priority: 0, mode: '', template: { body } })
  return { output: { cdata: new Set() }, spaces: [] }
}

function failNoStylesheet(source: Source, top: XmlNode, isWhole: boolean) {
  if (isWhole)
    return source.fail(top, { en: `<${top.nodeName}> needs the attribute version`, zh: `<${top.nodeName}> 缺少属性 version` })
  return source.fail(top, {
    en: `expected <xsl:stylesheet version="1.0" xmlns:xsl="${XSLT}">, or an element with xsl:version`,
    zh: `应为 <xsl:stylesheet version="1.0" xmlns:xsl="${XSLT}">，或带 xsl:version 的元素`,
  })
}

type Work = () => void

/** The elements at the top of a stylesheet. First their names are taken in, then what they hold is compiled. */
class TopLevel {
  readonly #compiler: Compiler
  readonly #parameters: ReadonlyMap<string, string>
  readonly #output: OutputOptions = { cdata: new Set() }
  readonly #spaces: SpaceRule[] = []
  readonly #later: Work[] = []

  constructor(compiler: Compiler, parameters: ReadonlyMap<string, string>) {
    this.#compiler = compiler
    this.#parameters = parameters
  }

  compile(top: XmlNode): Stylesheet {
    const { source } = this.#compiler
    for (const node of listContent(top)) {
      if (node.nodeType === TEXT)
        throw source.fail(node, { en: 'text must not appear at the top level of a stylesheet', zh: '样式表顶层不能有文本' })
      if (node.nodeType === ELEMENT) this.#take(node)
    }
    for (const work of this.#later) work()
    return { output: this.#output, spaces: this.#spaces }
  }

  #take(node: XmlNode): void {
    const { source, isForward } = this.#compiler
    if (node.namespaceURI !== XSLT) {
      if (node.namespaceURI !== null) return
      throw source.fail(node, {
        en: `<${node.nodeName}> at the top level of a stylesheet needs a namespace`,
        zh: `样式表顶层的 <${node.nodeName}> 必须属于某个命名空间`,
      })
    }
    const attributes = findOwn(TOP_ATTRIBUTES, node.localName)
    if (attributes) checkAttributes(this.#compiler, node, attributes)
    switch (node.localName) {
      case 'import':
      case 'include':
        throw source.fail(node, {
          en: `<${node.nodeName}> would read another file, and none is ever read; put its templates here`,
          zh: `<${node.nodeName}> 需要读取其他文件，而此处不读取任何文件；请把其中的模板直接放入`,
        })
      case 'template':
        return this.#takeTemplate(node)
      case 'variable':
      case 'param':
        return this.#takeVariable(node)
      case 'key':
        return this.#takeKey(node)
      case 'output':
        return this.#takeOutput(node)
      case 'attribute-set':
        return this.#takeAttributeSet(node)
      case 'decimal-format':
        return this.#takeFormat(node)
      case 'namespace-alias':
        return this.#takeAlias(node)
      case 'strip-space':
      case 'preserve-space':
        return this.#takeSpace(node)
      default:
        if (isForward) return
        throw source.fail(node, {
          en: `<${node.nodeName}> must not appear at the top level of an XSLT 1.0 stylesheet`,
          zh: `<${node.nodeName}> 不能出现在 XSLT 1.0 样式表的顶层`,
        })
    }
  }

  #takeTemplate(node: XmlNode): void {
    const compiler = this.#compiler
    const { source, runtime } = compiler
    const template: Template = { body: () => undefined }
    const [match, name] = [findAttribute(node, 'match'), findAttribute(node, 'name')]
    if (!match && !name)
      throw source.fail(node, { en: 'a template needs the attribute match or name', zh: '模板需要 match 或 name 属性' })
    if (name) {
      const key = expandName(compiler, node, name.value)
      if (runtime.named.has(key))
        throw source.fail(name, { en: `a second template “${name.value}”`, zh: `名为“${name.value}”的模板重复` })
      runtime.named.set(key, template)
    }
    const wanted = findAttribute(node, 'priority')
    const priority = wanted ? Number(wanted.value) : undefined
    if (wanted && Number.isNaN(priority))
      throw source.fail(wanted, { en: `expected a number, got “${wanted.value}”`, zh: `应为数字，实际是“${wanted.value}”` })
    this.#later.push(() => {
      if (match)
        for (const pattern of readPatterns(compiler, match, createScope()))
          runtime.rules.push({ pattern, priority: priority ?? pattern.priority, mode: readMode(compiler, node), template })
      template.body = compiler.compileBody(node, { scope: createScope(), isTail: true })
    })
  }

  #takeVariable(node: XmlNode): void {
    const compiler = this.#compiler
    const { source, runtime } = compiler
    const name = expandName(compiler, node, getAttribute(compiler, node, 'name').value)
    if (runtime.globals.has(name)) throw source.fail(node, { en: `$${name} is already defined`, zh: `$${name} 已经定义过` })
    runtime.globals.set(name, () => '')
    const given = node.localName === 'param' ? this.#parameters.get(name) : undefined
    this.#later.push(() => {
      const read = compileValue(compiler, node, createScope())
      runtime.globals.set(name, given === undefined ? read : () => given)
    })
  }

  #takeKey(node: XmlNode): void {
    const compiler = this.#compiler
    const name = expandName(compiler, node, getAttribute(compiler, node, 'name').value)
    const [match, use] = [getAttribute(compiler, node, 'match'), getAttribute(compiler, node, 'use')]
    const keys = compiler.runtime.keys.get(name) ?? []
    compiler.runtime.keys.set(name, keys)
    this.#later.push(() => {
      keys.push({ patterns: readPatterns(compiler, match, createScope()), use: readExpression(compiler, use, createScope()) })
    })
  }

  #takeOutput(node: XmlNode): void {
    const compiler = this.#compiler
    const output = this.#output
    const method = findAttribute(node, 'method')
    if (method) {
      const { value } = method
      if (value !== 'xml' && value !== 'html' && value !== 'text')
        throw compiler.source.fail(method, {
          en: `method: expected xml, html or text, got “${value}”`,
          zh: `method 应为 xml、html 或 text，实际是“${value}”`,
        })
      output.method = value
    }
    const take = (name: string, set: (value: string) => void) => {
      const at = findAttribute(node, name)
      if (at) set(at.value)
    }
    take('version', (value) => (output.version = value))
    take('encoding', (value) => {
      if (!/^[A-Za-z][\w.-]*$/.test(value))
        throw compiler.source.fail(node, { en: `“${value}” is not an encoding`, zh: `“${value}”不是编码名称` })
      output.encoding = value
    })
    take('doctype-public', (value) => (output.doctypePublic = value))
    take('doctype-system', (value) => (output.doctypeSystem = value))
    const yes = (name: string, set: (value: boolean) => void) => {
      const value = readYes(compiler, node, name)
      if (value !== undefined) set(value)
    }
    yes('omit-xml-declaration', (value) => (output.omitDeclaration = value))
    yes('standalone', (value) => (output.standalone = value))
    yes('indent', (value) => (output.indent = value))
    for (const name of findAttribute(node, 'cdata-section-elements')?.value.match(/\S+/g) ?? []) {
      const uri = name.includes(':') ? undefined : findNames(compiler, node).get('')
      output.cdata.add(uri === undefined ? expandName(compiler, node, name) : `{${uri}}${name}`)
    }
  }

  #takeAttributeSet(node: XmlNode): void {
    const compiler = this.#compiler
    const name = expandName(compiler, node, getAttribute(compiler, node, 'name').value)
    const parts = compiler.attributeSets.get(name) ?? []
    compiler.attributeSets.set(name, parts)
    this.#later.push(() => parts.push(compileAttributeSet(compiler, node, createScope())))
  }

  #takeFormat(node: XmlNode): void {
    const compiler = this.#compiler
    const name = findAttribute(node, 'name')
    const read = (key: keyof DecimalFormat, attribute: string, isSign = true) => {
      const at = findAttribute(node, attribute)
      if (at && isSign && [...at.value].length !== 1)
        throw compiler.source.fail(at, { en: `${attribute} must be one character`, zh: `${attribute} 应为一个字符` })
      return at?.value ?? DEFAULT_FORMAT[key]
    }
    compiler.runtime.formats.set(name ? expandName(compiler, node, name.value) : '', {
      decimal: read('decimal', 'decimal-separator'),
      grouping: read('grouping', 'grouping-separator'),
      percent: read('percent', 'percent'),
      permille: read('permille', 'per-mille'),
      zero: read('zero', 'zero-digit'),
      digit: read('digit', 'digit'),
      separator: read('separator', 'pattern-separator'),
      minus: read('minus', 'minus-sign'),
      infinity: read('infinity', 'infinity', false),
      notANumber: read('notANumber', 'NaN', false),
    })
  }

  #takeAlias(node: XmlNode): void {
    const compiler = this.#compiler
    const names = findNames(compiler, node)
    const find = (attribute: string) => {
      const at = getAttribute(compiler, node, attribute)
      const prefix = at.value === '#default' ? '' : at.value
      const uri = names.get(prefix)
      if (uri === undefined && prefix !== '') throw failPrefix(compiler, at, prefix)
      return { prefix, uri: uri ?? '' }
    }
    compiler.aliases.set(find('stylesheet-prefix').uri, find('result-prefix'))
  }

  #takeSpace(node: XmlNode): void {
    const compiler = this.#compiler
    const strips = node.localName === 'strip-space'
    for (const name of getAttribute(compiler, node, 'elements').value.match(/\S+/g) ?? []) {
      const [, prefix, local] = /^(?:([^:]+):)?([^:]+)$/.exec(name) ?? []
      const uri = prefix === undefined ? (findNames(compiler, node).get('') ?? null) : findNames(compiler, node).get(prefix)
      if (uri === undefined) throw failPrefix(compiler, node, prefix ?? name)
      if (name === '*') this.#spaces.push({ uri: undefined, local: undefined, strips })
      else this.#spaces.push({ uri, local: local === '*' ? undefined : local, strips })
    }
  }
}

const TOP_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  template: ['match', 'name', 'priority', 'mode'],
  variable: ['name', 'select'],
  param: ['name', 'select'],
  key: ['name', 'match', 'use'],
  output: [
    'method',
    'version',
    'encoding',
    'omit-xml-declaration',
    'standalone',
    'doctype-public',
    'doctype-system',
    'cdata-section-elements',
    'indent',
    'media-type',
  ],
  'attribute-set': ['name', 'use-attribute-sets'],
  'decimal-format': [
    'name',
    'decimal-separator',
    'grouping-separator',
    'infinity',
    'minus-sign',
    'NaN',
    'percent',
    'per-mille',
    'zero-digit',
    'digit',
    'pattern-separator',
  ],
  'namespace-alias': ['stylesheet-prefix', 'result-prefix'],
  'strip-space': ['elements'],
  'preserve-space': ['elements'],
}
