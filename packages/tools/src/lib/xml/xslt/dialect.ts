import { AppError } from '@octet/core/errors.ts'
import { ARITIES } from '../xpath/arities.ts'
import type { Call, Dialect, Extension } from '../xpath/context.ts'
import { NAMESPACE, toStringValue, type NamespaceNode, type XPathNode } from '../xpath/nodes.ts'
import { isNodes, toNumber, toText, type Value } from '../xpath/values.ts'
import { DEFAULT_FORMAT, formatNumber } from './format-number.ts'
import type { Frame } from './frame.ts'
import type { Runtime } from './runtime.ts'
import { XSLT } from './stylesheet-error.ts'
import type { XmlNode } from './tree.ts'

const NODE_SETS = [
  'http://exslt.org/common',
  'urn:schemas-microsoft-com:xslt',
  'http://xmlns.opentechnology.org/xslt-extensions/common',
]

/** What the functions of XSLT know about the place where an expression stands. */
export type Place = {
  readonly runtime: Runtime
  /** Variables of the template, by their place among its values. */
  readonly variables: ReadonlyMap<string, number>
  /** The expanded name of a name with a prefix; throws where it is unknown. */
  readonly expand: (name: string) => string
  /** Whether the name is that of an instruction (§15). */
  readonly isInstruction: (name: string) => boolean
}

/** The variables and functions that XSLT adds to XPath (XSLT 1.0 §11, §12, §15; EXSLT's node-set). */
export function createDialect(place: Place): Dialect {
  const { runtime, variables } = place
  const functions = listFunctions(place)
  return {
    findVariable(name) {
      const slot = variables.get(name)
      if (slot !== undefined) return ({ scope }) => (scope as Frame).slots[slot] ?? ''
      return runtime.globals.has(name) ? () => runtime.readGlobal(name) : undefined
    },
    findFunction: (name) => (Object.hasOwn(functions, name) ? functions[name] : undefined),
  }
}

function listFunctions({ runtime, expand, isInstruction }: Place): Record<string, Extension> {
  const functions: Record<string, Extension> = {
    current: { arity: [0, 0], apply: ({ context }) => [(context.scope as Frame).node] },
    key: {
      arity: [2, 2],
      apply({ args: [name = '', value = ''], context }) {
        const values = isNodes(value) ? value.map(toStringValue) : [toText(value)]
        const known = expand(toText(name))
        if (!runtime.keys.has(known)) throw refuse({ en: 'the name of an xsl:key', zh: '某个 xsl:key 的名称' }, toText(name))
        return runtime.findByKey(known, values, context.document.findRoot(context.node))
      },
    },
    document: {
      arity: [1, 2],
      apply({ args: [value = ''] }) {
        const names = isNodes(value) ? value.map(toStringValue) : [toText(value)]
        const other = names.find((name) => name !== '')
        if (other !== undefined)
          throw refuse({ en: 'document(""), since no other document is ever read', zh: 'document("")，不读取其他文档' }, other)
        return names.length > 0 ? [runtime.stylesheet] : []
      },
    },
    'generate-id': {
      arity: [0, 1],
      apply(call) {
        const node = findNode(call)
        return node ? toId(node, runtime) : ''
      },
    },
    'format-number': {
      arity: [2, 3],
      apply({ args: [value = 0, pattern = '', name] }) {
        const format = name === undefined ? runtime.formats.get('') : runtime.formats.get(expand(toText(name)))
        if (!format && name !== undefined)
          throw refuse({ en: 'the name of an xsl:decimal-format', zh: '某个 xsl:decimal-format 的名称' }, toText(name))
        const text = formatNumber(toNumber(value), toText(pattern), format ?? DEFAULT_FORMAT)
        if (text === undefined) throw refuse({ en: 'a pattern such as #,##0.00', zh: '形如 #,##0.00 的格式' }, toText(pattern))
        return text
      },
    },
    'system-property': { arity: [1, 1], apply: ({ args: [name = ''] }) => toProperty(expand(toText(name))) },
    'element-available': { arity: [1, 1], apply: ({ args: [name = ''] }) => isInstruction(toText(name)) },
    'function-available': {
      arity: [1, 1],
      apply({ args: [name = ''] }) {
        const known = expand(toText(name))
        return Object.hasOwn(ARITIES, known) || Object.hasOwn(functions, known)
      },
    },
    // Document types are not read, so that there are no such entities.
    'unparsed-entity-uri': { arity: [1, 1], apply: () => '' },
  }
  for (const uri of NODE_SETS) functions[`{${uri}}node-set`] = { arity: [1, 1], apply: ({ args: [value = ''] }) => value }
  functions['{http://exslt.org/common}object-type'] = { arity: [1, 1], apply: ({ args: [value = ''] }) => toType(value) }
  return functions
}

function findNode({ args: [value], context, failNodes }: Call): XPathNode | undefined {
  if (value === undefined) return context.node
  return isNodes(value) ? value[0] : failNodes()
}

function toId(node: XPathNode, { forest }: Runtime): string {
  if (node.nodeType !== NAMESPACE) return `id${(node as XmlNode).order}`
  const { ownerElement } = node as NamespaceNode
  return `id${(ownerElement as XmlNode).order}n${forest.listNamespaces(ownerElement).indexOf(node as NamespaceNode)}`
}

function toProperty(name: string): Value {
  if (name === `{${XSLT}}version`) return 1
  return name === `{${XSLT}}vendor` ? 'Octet' : ''
}

const toType = (value: Value) => (isNodes(value) ? 'node-set' : typeof value)

function refuse(expected: { en: string; zh: string }, got: string): AppError {
  return new AppError('bad_input', { field: 'stylesheet', expected, got: got.slice(0, 60) })
}
