import type { Context } from '../xpath/context.ts'
import type { XPathNode } from '../xpath/nodes.ts'
import type { Value } from '../xpath/values.ts'
import type { Forest } from './forest.ts'
import type { Output } from './output.ts'

/** Parameters that are passed on, by their expanded name. */
export type Parameters = ReadonlyMap<string, Value>
export const NO_PARAMETERS: Parameters = new Map()

/** The current node with its place in the current list, and the variables of a template (XSLT 1.0 §5.1). */
export class Frame implements Context {
  readonly node: XPathNode
  readonly place: number
  readonly size: number
  readonly document: Forest
  /** Values of the template's variables; templates know their places. */
  readonly slots: Value[]
  readonly parameters: Parameters
  readonly mode: string
  readonly scope: Frame

  constructor(options: Pick<Frame, 'node' | 'place' | 'size' | 'document' | 'slots' | 'parameters' | 'mode'>) {
    this.node = options.node
    this.place = options.place
    this.size = options.size
    this.document = options.document
    this.slots = options.slots
    this.parameters = options.parameters
    this.mode = options.mode
    this.scope = this
  }

  /** The same template with another current node. */
  at(node: XPathNode, place: number, size: number): Frame {
    const { document, slots, parameters, mode } = this
    return new Frame({ node, place, size, document, slots, parameters, mode })
  }
}

/** A template that takes the place of the one that calls it last, so that such calls need no depth. */
export type Tail = { readonly template: Template; readonly frame: Frame }

/** What an element of a template does. */
export type Instruction = (frame: Frame, out: Output) => Tail | undefined

export type Template = { body: Instruction }

export type Read<Result> = (frame: Frame) => Result

/** Writes nothing. */
export const NOTHING: Instruction = () => undefined
