import type { Value } from '../xpath/values.ts'
import {
  checkAttributes,
  expandName,
  findAttribute,
  getAttribute,
  listContent,
  readExpression,
  type Compiler,
  type Scope,
} from './compiler.ts'
import { NO_PARAMETERS, type Frame, type Instruction, type Parameters, type Read } from './frame.ts'
import { isXslt } from './stylesheet-error.ts'
import type { XmlNode } from './tree.ts'

/** A variable or a parameter: its value and the scope of what follows (§11). */
export function compileVariable(compiler: Compiler, element: XmlNode, scope: Scope): { instruction: Instruction; scope: Scope } {
  checkAttributes(compiler, element, ['name', 'select'])
  const name = expandName(compiler, element, getAttribute(compiler, element, 'name').value)
  if (scope.variables.has(name))
    throw compiler.source.fail(element, { en: `$${name} is already defined`, zh: `$${name} 已经定义过` })
  const read = compileValue(compiler, element, scope)
  const slot = scope.count.slots++
  const isParameter = element.localName === 'param'
  return {
    scope: { ...scope, variables: new Map([...scope.variables, [name, slot]]) },
    instruction(frame) {
      frame.slots[slot] = (isParameter ? frame.parameters.get(name) : undefined) ?? read(frame)
      return undefined
    },
  }
}

/** The value of a variable or parameter: an expression, a piece of a tree, or an empty text (§11.2). */
export function compileValue(compiler: Compiler, element: XmlNode, scope: Scope): Read<Value> {
  const select = findAttribute(element, 'select')
  const content = listContent(element)
  if (select && content.length > 0)
    throw compiler.source.fail(element, {
      en: 'either the attribute select or content, not both',
      zh: 'select 属性与内容只能有一个',
    })
  if (select) return readExpression(compiler, select, scope)
  if (content.length === 0) return () => ''
  const body = compiler.compileBody(element, { scope, isTail: false })
  return (frame) => [compiler.runtime.build(body, frame)]
}

export function compileParameters(compiler: Compiler, element: XmlNode, scope: Scope): (frame: Frame) => Parameters {
  const given = listContent(element)
    .filter((node) => isXslt(node, 'with-param'))
    .map((node) => {
      checkAttributes(compiler, node, ['name', 'select'])
      const name = expandName(compiler, node, getAttribute(compiler, node, 'name').value)
      return [name, compileValue(compiler, node, scope)] as const
    })
  if (given.length === 0) return () => NO_PARAMETERS
  return (frame) => new Map(given.map(([name, read]) => [name, read(frame)]))
}
