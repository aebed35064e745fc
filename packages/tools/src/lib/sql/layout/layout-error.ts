/** SQL that the layout cannot follow, and at which sign. */
export class LayoutError extends Error {
  readonly offset: number

  constructor(offset: number) {
    super(`no layout for what stands at ${offset}`)
    this.offset = offset
  }
}

/** More brackets and the like inside each other than are followed. */
export class DeepLayoutError extends LayoutError {}
