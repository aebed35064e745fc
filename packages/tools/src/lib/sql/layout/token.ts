/** What a token is to the layout; the names are sql-formatter's, whose dialects rework lists of tokens. */
export type TokenType =
  | Word
  | Comment
  | 'QUOTED_IDENTIFIER'
  | 'IDENTIFIER'
  | 'ARRAY_IDENTIFIER'
  | 'ARRAY_KEYWORD'
  | 'RESERVED_PARAMETERIZED_DATA_TYPE'
  | 'STRING'
  | 'NUMBER'
  | 'VARIABLE'
  | 'NAMED_PARAMETER'
  | 'QUOTED_PARAMETER'
  | 'NUMBERED_PARAMETER'
  | 'POSITIONAL_PARAMETER'
  | 'CUSTOM_PARAMETER'
  | 'OPERATOR'
  | 'COMMA'
  | 'ASTERISK'
  | 'PROPERTY_ACCESS_OPERATOR'
  | 'OPEN_PAREN'
  | 'CLOSE_PAREN'
  | 'DELIMITER'
  | 'EOF'

/** Words that a dialect reserves. */
export type Word =
  | 'RESERVED_KEYWORD_PHRASE'
  | 'RESERVED_DATA_TYPE_PHRASE'
  | 'CASE'
  | 'END'
  | 'BETWEEN'
  | 'LIMIT'
  | 'RESERVED_CLAUSE'
  | 'RESERVED_SELECT'
  | 'RESERVED_SET_OPERATION'
  | 'WHEN'
  | 'ELSE'
  | 'THEN'
  | 'RESERVED_JOIN'
  | 'AND'
  | 'OR'
  | 'XOR'
  | 'RESERVED_FUNCTION_NAME'
  | 'RESERVED_DATA_TYPE'
  | 'RESERVED_KEYWORD'

type Comment = 'LINE_COMMENT' | 'BLOCK_COMMENT' | 'DISABLE_COMMENT'

export type Token = {
  readonly type: TokenType
  readonly raw: string
  /** Reserved words in capitals with single spaces; the others as written. */
  readonly text: string
  readonly start: number
  readonly precedingWhitespace: string | undefined
}
