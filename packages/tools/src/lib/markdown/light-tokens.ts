import type { MarkdownIt, StateInline, Token } from 'markdown-it'

type Nesting = Token['nesting']

/** Lets a parser make tokens of one form at once: by itself it defines each of their properties by a call. */
export function makeLightTokens({ block, inline }: MarkdownIt, TokenClass: typeof Token): void {
  Object.setPrototypeOf(LightToken.prototype, TokenClass.prototype)
  block.State = class extends block.State {
    override push(type: string, tag: string, nesting: Nesting): Token {
      const token = createToken(type, tag, nesting)
      token.block = true
      if (nesting < 0) this.level--
      token.level = this.level
      if (nesting > 0) this.level++
      this.tokens.push(token)
      return token
    }
  }
  inline.State = class extends inline.State {
    override pushPending(): Token {
      const token = createToken('text', '', 0)
      token.content = this.pending
      token.level = this.pendingLevel
      this.tokens.push(token)
      this.pending = ''
      return token
    }

    override push(type: string, tag: string, nesting: Nesting): Token {
      if (this.pending) this.pushPending()
      const token = createToken(type, tag, nesting)
      let meta: StateInline['tokens_meta'][number]
      if (nesting < 0) {
        this.level--
        this.delimiters = this._prev_delimiters.pop()!
      }
      token.level = this.level
      if (nesting > 0) {
        this.level++
        this._prev_delimiters.push(this.delimiters)
        this.delimiters = []
        meta = { delimiters: this.delimiters }
      }
      this.pendingLevel = this.level
      this.tokens.push(token)
      this.tokens_meta.push(meta)
      return token
    }
  }
}

/** Its methods are those of the parser's own token. */
const createToken = (type: string, tag: string, nesting: Nesting) => new LightToken(type, tag, nesting) as Partial<Token> as Token

class LightToken {
  readonly type: string
  readonly tag: string
  readonly attrs = null
  readonly map = null
  readonly nesting: Nesting
  readonly level = 0
  readonly children = null
  readonly content = ''
  readonly markup = ''
  readonly info = ''
  readonly meta = null
  readonly block = false
  readonly hidden = false

  constructor(type: string, tag: string, nesting: Nesting) {
    this.type = type
    this.tag = tag
    this.nesting = nesting
  }
}
