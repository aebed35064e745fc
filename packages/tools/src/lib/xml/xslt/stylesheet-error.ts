import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../../syntax-error.ts'
import type { XmlNode } from './tree.ts'

/** The stylesheet's text, for errors with their places. */
export class Source {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** A mistake at a node of the stylesheet. */
  fail(node: XmlNode, reason: Text): AppError {
    return this.failAt(node.offset, reason)
  }

  failAt(offset: number, reason: Text): AppError {
    return syntaxError({ format: 'XSLT', text: this.text, offset, reason })
  }

  /** Runs what reads or evaluates an expression; its mistakes get their place in the stylesheet. */
  locate<Result>(at: XmlNode, shift: number, work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof AppError) || error.key !== 'syntax_error' || error.details.format !== 'XPath') throw error
      const { offset = 0, reason } = error.details
      throw this.failAt(at.offset + shift + Number(offset), reason as Text)
    }
  }
}

export const XSLT = 'http://www.w3.org/1999/XSL/Transform'
export const isXslt = (node: XmlNode, name?: string) =>
  node.namespaceURI === XSLT && (name === undefined || node.localName === name)
