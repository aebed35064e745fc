import type { FormatOptions } from 'sql-formatter'
import { Draft } from './draft.ts'
import { DeepLayoutError, LayoutError } from './layout-error.ts'
import type { Step, Worded } from './step.ts'
import type { Token, TokenType } from './token.ts'
import { createWords, type WordOptions, type Words } from './words.ts'

export type ReadOptions = WordOptions &
  Pick<FormatOptions, 'expressionWidth'> & {
    /** Clauses that stay on one line. */
    readonly oneLineClauses: ReadonlySet<string>
    /** Operators without spaces around them. */
    readonly denseOperators: ReadonlySet<string>
    /** `a-b` is a name, so that the operator keeps its spaces. */
    readonly hasDashedNames: boolean
    /** Brackets may hold statements, each with its `;`. */
    readonly hasBracketedStatements: boolean
    /** Comments behind a `;` belong to the statement before it where its line ends with them. */
    readonly keepsComments: boolean
  }

export type Statement = { readonly steps: readonly Step[]; readonly hasSemicolon: boolean; readonly comments: readonly string[] }

/** Brackets, BETWEEN and CASE inside each other; each level takes some frames of the stack. */
const MAX_DEPTH = 1000
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const CLAUSES: ReadonlySet<TokenType> = new Set<TokenType>([
  'RESERVED_CLAUSE',
  'RESERVED_SELECT',
  'RESERVED_SET_OPERATION',
  'LIMIT',
])

/** Turns the tokens of SQL into steps of writing, statement by statement. Throws {@link LayoutError} where a token does not fit. */
export function* readStatements(tokens: readonly Token[], options: ReadOptions): Generator<Statement> {
  const reader = new Reader(tokens, options)
  for (let statement = reader.readStatement(); statement; statement = reader.readStatement()) yield statement
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #options: ReadOptions
  readonly #words: Words
  #draft: Draft
  #at = 0
  #depth = 0
  /** Comments before this place, between two statements, have lines of their own, as they have when they are read next. */
  #leadEnd = 0
  /** The innermost bracket. */
  #bracket = ''

  constructor(tokens: readonly Token[], options: ReadOptions) {
    this.#tokens = tokens
    this.#options = options
    this.#words = createWords(options)
    this.#draft = new Draft(options.expressionWidth)
  }

  readStatement(): Statement | undefined {
    if (this.#at === this.#tokens.length - 1) return undefined
    this.#draft = new Draft(this.#options.expressionWidth)
    if (this.#at > 0 && this.#options.keepsComments) this.#leadEnd = this.#findLeadEnd()
    this.#readClauses()
    const hasSemicolon = this.#token.type === 'DELIMITER'
    if (!hasSemicolon && this.#token.type !== 'EOF') throw this.#misplaced()
    if (hasSemicolon) this.#at++
    const comments = hasSemicolon && this.#options.keepsComments ? this.#takeComments() : []
    return { steps: this.#draft.steps, hasSemicolon, comments }
  }

  /** Where the comments end that a statement begins with. */
  #findLeadEnd(): number {
    let at = this.#at
    while (isComment(this.#tokens[at]!)) at++
    return at
  }

  /** Comments up to the end of the line, if nothing else follows there. */
  #takeComments(): string[] {
    let at = this.#at
    while (isComment(this.#tokens[at]!) && !startsLine(this.#tokens[at]!) && !this.#tokens[at]!.raw.includes('\n')) at++
    const last = this.#tokens[at - 1]!
    if (last.type !== 'LINE_COMMENT' && this.#tokens[at]!.type !== 'EOF' && !startsLine(this.#tokens[at]!)) return []
    const comments = this.#tokens.slice(this.#at, at).map(({ text }) => text)
    this.#at = at
    return comments
  }

  get #token(): Token {
    return this.#tokens[this.#at]!
  }

  #misplaced(): LayoutError {
    return new LayoutError(this.#token.start)
  }

  /** What stands before the first clause, and the clauses. */
  #readClauses(): void {
    this.#readFree()
    for (let { type } = this.#token; CLAUSES.has(type); { type } = this.#token) {
      if (type === 'LIMIT') this.#readLimit()
      else if (type === 'RESERVED_SET_OPERATION') {
        this.#add('setOperation', this.#words.lineStart(this.#take()))
        this.#readFree()
      } else this.#readClause()
    }
  }

  #readClause(): void {
    const token = this.#take()
    const isOneLine = this.#options.oneLineClauses.has(token.text)
    this.#draft.add({ kind: 'clause', text: this.#words.lineStart(token), isOneLine })
    this.#readFree()
    this.#draft.add({ kind: 'clauseEnd', isOneLine })
  }

  #readLimit(): void {
    this.#add('limit', this.#words.lineStart(this.#take()))
    this.#readComments()
    this.#draft.add({ kind: 'limitBody' })
    this.#readChain()
    if (this.#token.type === 'COMMA') {
      this.#at++
      this.#draft.add({ kind: 'limitComma' })
      if (!this.#readFreeItem()) throw this.#misplaced()
      this.#readFree()
    }
    this.#draft.add({ kind: 'limitEnd' })
  }

  #readFree(): void {
    while (this.#readFreeItem());
  }

  #readFreeItem(): boolean {
    const token = this.#token
    switch (token.type) {
      case 'COMMA':
        this.#at++
        this.#draft.add({ kind: 'comma' })
        return true
      case 'WHEN':
      case 'THEN':
      case 'ELSE':
      case 'END':
        this.#add('word', this.#words.keyword(this.#take()))
        return true
      default:
        return this.#readComment() || this.#readLogic() || this.#readExpression()
    }
  }

  /** One or more expressions with AND and OR between them, as CASE and LIMIT hold them: no commas, no clauses. */
  #readChain(): void {
    if (!this.#readLogic() && !this.#readExpression()) throw this.#misplaced()
    this.#readComments()
    while (this.#readLogic() || this.#readExpression()) this.#readComments()
  }

  #readLogic(): boolean {
    if (!/^(?:AND|OR|XOR)$/.test(this.#token.type)) return false
    this.#add('logic', this.#words.lineStart(this.#take()))
    return true
  }

  /** An expression without AND and OR of its own. */
  #readExpression(): boolean {
    switch (this.#token.type) {
      case 'ASTERISK':
        this.#add('word', this.#take().text)
        return true
      case 'BETWEEN':
        this.#enter(() => this.#readBetween())
        return true
      case 'CASE':
        this.#enter(() => this.#readCase())
        return true
      default:
        if (!this.#readAtom()) return false
        while (this.#readProperty());
        return true
    }
  }

  #readBetween(): void {
    this.#add('word', this.#words.keyword(this.#take()))
    this.#readComments()
    if (!this.#readExpression()) throw this.#misplaced()
    do this.#readComments()
    while (this.#readExpression())
    if (this.#token.type !== 'AND') throw this.#misplaced()
    this.#add('betweenAnd', this.#words.keyword(this.#take()))
    this.#readComments()
    if (!this.#readExpression()) throw this.#misplaced()
    this.#draft.add({ kind: 'betweenEnd' })
  }

  #readCase(): void {
    this.#add('word', this.#words.keyword(this.#take()))
    this.#readComments()
    this.#draft.add({ kind: 'caseBody' })
    if (!/^(?:WHEN|ELSE|END)$/.test(this.#token.type)) this.#readChain()
    while (this.#token.type === 'WHEN' || this.#token.type === 'ELSE') {
      this.#draft.add({ kind: 'caseLine' })
      const isWhen = this.#token.type === 'WHEN'
      this.#readBranch()
      if (!isWhen) continue
      if (this.#token.type !== ('THEN' as TokenType)) throw this.#misplaced()
      this.#readBranch()
    }
    if (this.#token.type !== 'END') throw this.#misplaced()
    this.#draft.add({ kind: 'caseEnd' })
    this.#add('word', this.#words.keyword(this.#take()))
  }

  /** WHEN, THEN or ELSE with what follows. */
  #readBranch(): void {
    this.#add('word', this.#words.keyword(this.#take()))
    this.#readComments()
    this.#readChain()
  }

  /** A dot and what follows, which may stand behind comments. */
  #readProperty(): boolean {
    let at = this.#at
    while (isComment(this.#tokens[at]!)) at++
    if (this.#tokens[at]!.type !== 'PROPERTY_ACCESS_OPERATOR') return false
    this.#readComments()
    this.#add('dense', this.#take().text)
    this.#readComments()
    if (!/IDENTIFIER$|^VARIABLE$|^ARRAY_KEYWORD$|_PARAMETER$|^ASTERISK$/.test(this.#token.type)) throw this.#misplaced()
    if (this.#token.type === 'ASTERISK') this.#add('word', this.#take().text)
    else this.#readAtom()
    return true
  }

  #readAtom(): boolean {
    const token = this.#token
    switch (token.type) {
      case 'IDENTIFIER':
      case 'QUOTED_IDENTIFIER':
      case 'VARIABLE':
        this.#add('word', this.#words.name(this.#take()))
        return true
      case 'NUMBER':
      case 'STRING':
      case 'NAMED_PARAMETER':
      case 'QUOTED_PARAMETER':
      case 'NUMBERED_PARAMETER':
      case 'POSITIONAL_PARAMETER':
      case 'CUSTOM_PARAMETER':
        this.#add('word', this.#take().text)
        return true
      case 'RESERVED_KEYWORD':
      case 'RESERVED_KEYWORD_PHRASE':
        this.#add('word', this.#words.keyword(this.#take()))
        return true
      case 'RESERVED_JOIN':
        this.#add('join', this.#words.lineStart(this.#take()))
        return true
      case 'RESERVED_DATA_TYPE':
      case 'RESERVED_DATA_TYPE_PHRASE':
        this.#add('word', this.#words.dataType(this.#take()))
        return true
      case 'OPERATOR':
        this.#readOperator()
        return true
      case 'RESERVED_FUNCTION_NAME':
        return this.#readNamed(this.#words.functionName(token))
      case 'RESERVED_PARAMETERIZED_DATA_TYPE':
        return this.#readNamed(this.#words.dataType(token))
      case 'ARRAY_IDENTIFIER':
        return this.#readNamed(this.#words.name(token))
      case 'ARRAY_KEYWORD':
        return this.#readNamed(this.#words.keyword(token))
      case 'OPEN_PAREN':
        this.#enter(() => this.#readBrackets())
        return true
      default:
        return false
    }
  }

  /** A function, a type or an array with its brackets. */
  #readNamed(text: string): boolean {
    this.#add('tight', text)
    this.#at++
    this.#readComments()
    this.#enter(() => this.#readBrackets())
    return true
  }

  #readBrackets(): void {
    const { text } = this.#take()
    const outer = this.#bracket
    this.#bracket = text
    this.#draft.open(text)
    if (text === '(') this.#readBracketed()
    else this.#readFree()
    if (this.#token.text !== CLOSERS[text]) throw this.#misplaced()
    this.#draft.close(this.#take().text)
    this.#bracket = outer
  }

  #readBracketed(): void {
    this.#readClauses()
    while (this.#options.hasBracketedStatements && this.#token.type === 'DELIMITER') {
      this.#at++
      this.#draft.add({ kind: 'semicolon' })
      this.#readClauses()
    }
  }

  #readOperator(): void {
    const { text } = this.#take()
    if ((text === '-' && this.#options.hasDashedNames) || /^OPERATOR\s*\(/i.test(text)) this.#add('word', text)
    else if (this.#options.denseOperators.has(text) || (text === ':' && this.#bracket === '[')) this.#add('dense', text)
    else this.#add(text === ':' ? 'colon' : 'word', text)
  }

  #readComments(): void {
    while (this.#readComment());
  }

  #readComment(): boolean {
    const { type, text } = this.#token
    const isBroken = startsLine(this.#token)
    switch (type) {
      case 'LINE_COMMENT':
        this.#draft.add({ kind: 'lineComment', text, isOwnLine: isBroken })
        break
      case 'BLOCK_COMMENT':
        this.#draft.add({
          kind: 'blockComment',
          text,
          isStandalone: isBroken || text.includes('\n') || this.#at < this.#leadEnd,
          isVerbatim: false,
          column: toColumn(this.#token),
        })
        break
      case 'DISABLE_COMMENT':
        this.#draft.add({ kind: 'blockComment', text, isStandalone: false, isVerbatim: true, column: 0 })
        break
      default:
        return false
    }
    this.#at++
    return true
  }

  #enter(read: () => void): void {
    if (++this.#depth > MAX_DEPTH) throw new DeepLayoutError(this.#token.start)
    read()
    this.#depth--
  }

  #take(): Token {
    return this.#tokens[this.#at++]!
  }

  #add(kind: Worded['kind'], text: string): void {
    this.#draft.add({ kind, text })
  }
}

const isComment = ({ type }: Token): boolean => type === 'LINE_COMMENT' || type === 'BLOCK_COMMENT' || type === 'DISABLE_COMMENT'
const startsLine = ({ precedingWhitespace }: Token): boolean => precedingWhitespace?.includes('\n') ?? false
/** How far in a line a token begins that begins one. */
function toColumn({ start, precedingWhitespace = '' }: Token): number {
  if (!precedingWhitespace.includes('\n') && start > precedingWhitespace.length) return Infinity
  return precedingWhitespace.length - precedingWhitespace.lastIndexOf('\n') - 1
}
