import { ELEMENT, TEXT } from '../xpath/nodes.ts'
import type { XmlNode } from './tree.ts'

/** One name of xsl:strip-space or xsl:preserve-space; undefined stands for any. */
export type SpaceRule = { readonly uri: string | null | undefined; readonly local: string | undefined; readonly strips: boolean }

/** Takes away the text of white space where the stylesheet says so (XSLT 1.0 §3.4). */
export function stripSpace(root: XmlNode, rules: readonly SpaceRule[]): void {
  if (!rules.some(({ strips }) => strips)) return
  // Names before namespaces before any; of equal ones the last in the stylesheet.
  const toRank = ({ uri, local }: SpaceRule) => (local !== undefined ? 2 : uri !== undefined ? 1 : 0)
  const sorted = rules.toReversed().sort((a, b) => toRank(b) - toRank(a))
  const strips = ({ namespaceURI, localName }: XmlNode) =>
    sorted.find(({ uri, local }) => (local === undefined || local === localName) && (uri === undefined || uri === namespaceURI))
      ?.strips ?? false
  const visit = (parent: XmlNode, isKept: boolean): void => {
    const isStripped = !isKept && parent.nodeType === ELEMENT && strips(parent)
    for (const child of parent.children()) {
      if (child.nodeType === TEXT && isStripped && !/[^\t\n\r ]/.test(child.value)) child.remove()
      if (child.nodeType !== ELEMENT) continue
      const space = child.getAttribute('xml:space')
      visit(child, space === null ? isKept : space === 'preserve')
    }
  }
  visit(root, false)
}
