import type { DialectOptions } from 'sql-formatter'
import type { Word } from './token.ts'

/** A reserved word or phrase at a place of a text. */
export type FoundWord = { readonly type: Word; readonly end: number }
export type Vocabulary = (text: string, at: number) => FoundWord | undefined

type Options = DialectOptions['tokenizerOptions']
/** Words that follow one after the other; `rank` is set where a phrase may end. */
type Step = { rank: number; readonly next: Map<string, Step> }
/** Words with other signs than letters in them, by what they begin with. */
type Odd = { readonly rank: number; readonly pattern: RegExp }

const RUN = /\w+/y
const SPACE = /\s+/y

/**
 * Finds the reserved words of a dialect. Of the lists in which a phrase stands the first one counts, and in one list the
 * longest phrase.
 */
export function createVocabulary(options: Options): Vocabulary {
  const lists = toLists(options)
  const rest = `${options.identChars?.rest ?? ''}${options.identChars?.dashes ? '-' : ''}`
  const { steps, odds } = toSteps(lists, rest)
  return (text, at) => {
    RUN.lastIndex = at
    const run = RUN.test(text) ? text.slice(at, RUN.lastIndex).toUpperCase() : ''
    const first = steps.get(run)
    let found = first && followSteps(text, { first, end: at + run.length, lists, rest })
    for (const odd of odds.get(run || text.charAt(at)) ?? []) {
      odd.pattern.lastIndex = at
      if (!odd.pattern.test(text)) continue
      const end = odd.pattern.lastIndex
      if (!found || odd.rank < found.rank || (odd.rank === found.rank && end > found.end)) found = { rank: odd.rank, end }
    }
    return found && { type: lists[found.rank]!.type, end: found.end }
  }
}

type Walk = { readonly first: Step; readonly end: number; readonly lists: readonly List[]; readonly rest: string }

function followSteps(text: string, { first, end, lists, rest }: Walk): { rank: number; end: number } | undefined {
  let found: { rank: number; end: number } | undefined
  for (let [step, stop] = [first, end]; ;) {
    // Of two phrases in one list the later found is the longer one.
    if (step.rank >= 0 && (!found || step.rank <= found.rank) && (lists[step.rank]!.isPlain || !continuesName(text, stop, rest)))
      found = { rank: step.rank, end: stop }
    if (step.next.size === 0) return found
    SPACE.lastIndex = stop
    if (!SPACE.test(text)) return found
    RUN.lastIndex = SPACE.lastIndex
    const start = RUN.lastIndex
    const next = RUN.test(text) ? step.next.get(text.slice(start, RUN.lastIndex).toUpperCase()) : undefined
    if (!next) return found
    step = next
    stop = RUN.lastIndex
  }
}

const continuesName = (text: string, at: number, rest: string): boolean => at < text.length && rest.includes(text.charAt(at))

type List = {
  readonly type: Word
  readonly words: readonly string[]
  /** A word even where a name would go on behind it, as `CASE$`. */
  readonly isPlain?: boolean
}

/** The lists, those first that count more. */
function toLists(options: Options): List[] {
  const plain = (type: Word): List => ({ type, words: [type], isPlain: true })
  return [
    { type: 'RESERVED_KEYWORD_PHRASE', words: options.reservedKeywordPhrases ?? [] },
    { type: 'RESERVED_DATA_TYPE_PHRASE', words: options.reservedDataTypePhrases ?? [] },
    plain('CASE'),
    plain('END'),
    plain('BETWEEN'),
    ...(options.reservedClauses.includes('LIMIT') ? [plain('LIMIT')] : []),
    { type: 'RESERVED_CLAUSE', words: options.reservedClauses },
    { type: 'RESERVED_SELECT', words: options.reservedSelect },
    { type: 'RESERVED_SET_OPERATION', words: options.reservedSetOperations },
    plain('WHEN'),
    plain('ELSE'),
    plain('THEN'),
    { type: 'RESERVED_JOIN', words: options.reservedJoins },
    plain('AND'),
    plain('OR'),
    ...(options.supportsXor ? [plain('XOR')] : []),
    { type: 'RESERVED_FUNCTION_NAME', words: options.reservedFunctionNames },
    { type: 'RESERVED_DATA_TYPE', words: options.reservedDataTypes },
    { type: 'RESERVED_KEYWORD', words: options.reservedKeywords },
  ]
}

const PLAIN = /^\w+(?: \w+)*$/
/** Names with signs in them (`END-EXEC`, `KEYS.NEW_KEYSET`, `@@VERSION`); what else the lists hold is no name. */
const ODD = /^[@$]*\w+(?:[-.$]\w+)*$/

function toSteps(lists: readonly List[], rest: string): { steps: Map<string, Step>; odds: Map<string, Odd[]> } {
  const steps = new Map<string, Step>()
  const odds = new Map<string, Odd[]>()
  for (const [rank, { words }] of lists.entries()) {
    const odd = new Map<string, string[]>()
    for (const listed of words) {
      const word = listed.replace(/[\s,]+$/, '').toUpperCase()
      if (PLAIN.test(word)) addPhrase(steps, word.split(' '), rank)
      else if (ODD.test(word)) {
        const lead = /^\w+|^./.exec(word)![0]
        odd.set(lead, [...(odd.get(lead) ?? []), word])
      }
    }
    for (const [lead, each] of odd) odds.set(lead, [...(odds.get(lead) ?? []), { rank, pattern: toPattern(each, rest) }])
  }
  return { steps, odds }
}

function addPhrase(steps: Map<string, Step>, words: readonly string[], rank: number): void {
  let [level, step] = [steps, undefined as Step | undefined]
  for (const word of words) {
    step = level.get(word)
    if (!step) level.set(word, (step = { rank: -1, next: new Map() }))
    level = step.next
  }
  if (step && step.rank < 0) step.rank = rank
}

function toPattern(words: readonly string[], rest: string): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length).map((word) => word.replaceAll(/[.$]/g, '\\$&'))
  return new RegExp(`(?:${longestFirst.join('|')})(?![\\w${escapeForClass(rest)}])`, 'iuy')
}

/** Signs as themselves between the brackets of a pattern. */
export const escapeForClass = (signs: string): string => signs.replaceAll(/[\\^$[\]-]/g, '\\$&')
