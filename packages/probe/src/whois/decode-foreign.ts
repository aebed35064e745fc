import { CENTRAL, CYRILLIC, findUsual, GREEK, HEBREW, TURKISH } from './usual-charsets.ts'

/** What is known of bytes that came without a word about their charset. */
export type Origin = {
  /** Host that sent them: its top-level domain says which charsets are usual there. */
  readonly server?: string | undefined
  /** What it was asked for: where the server stands nowhere, the end of a name says the same. */
  readonly query?: string | undefined
  /** They end where a limit cut them off, perhaps within a character. */
  readonly isCut?: boolean | undefined
}

// oxlint-disable-next-line no-control-regex -- an escape sequence begins each run of Japanese (RFC 1468)
const JAPANESE = /\u001b\$[@B]/

/**
 * Foreign bytes as text: ISO-2022-JP or UTF-8 where they are valid, else what is usual where they come from, else what the
 * bytes look like: Cyrillic (KOI8, Windows-1251), Greek, Hebrew, Chinese, Japanese, Korean, Turkish, Latin-2, Latin-1.
 */
export function decodeForeign(bytes: Uint8Array, origin: Origin = {}): string {
  const { isCut = false } = origin
  const latin = Buffer.from(bytes).toString('latin1')
  const sure = [...(JAPANESE.test(latin) ? ['iso-2022-jp'] : []), 'utf-8']
  for (const charset of [...sure, ...listUsual(latin, origin), ...listLikely(latin)]) {
    const text = tryDecode(bytes, charset, isCut)
    if (text !== undefined) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

function tryDecode(bytes: Uint8Array, charset: string, isCut: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined // not in this charset
  }
}

/** The charsets that are usual where the bytes come from, the one that fits best first. */
function listUsual(latin: string, { server = '', query = '' }: Origin): readonly string[] {
  const usual = findUsual(server, query, latin)
  if (!usual) return []
  const { charsets, letters } = usual
  if (usual === CYRILLIC) return byScore(charsets, (charset) => scoreCyrillic(latin, charset))
  if (letters) return byScore(charsets, (charset) => scoreLetters(latin, charset, letters))
  return charsets.length > 1 ? byScore(charsets, (charset) => scorePairs(latin, charset)) : charsets
}

/** What the bytes look like, the likeliest first; nothing where they look like Latin-1. */
function listLikely(latin: string): readonly string[] {
  const words = findWords(latin)
  if (words.length > 0) return words
  const accents = findAccents(latin)
  if (accents.length > 0) return accents
  const alone = countOf(latin, /(?<![\u0080-\u00ff])[\u00c0-\u00ff](?![\u0080-\u00ff])/g) / countOf(latin, /[\u0080-\u00ff]/g)
  const isAccents = isAmongLetters(latin)
  const found = Object.keys(PAIRS).filter((charset) => {
    if (isAccents && FULL_PAIRS.has(charset)) return false
    const score = scorePairs(latin, charset)
    return score >= 0.6 && score > alone
  })
  return byScore(found, (charset) => scorePairs(latin, charset))
}

const byScore = (charsets: readonly string[], score: (charset: string) => number): readonly string[] =>
  charsets.toSorted((a, b) => score(b) - score(a))

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The commonest letters of scripts whose words are bytes above ASCII, one for each letter. */
const COMMON: readonly (readonly [charsets: readonly string[], letters: RegExp])[] = [
  [GREEK.charsets, /[αάοόιίεέτσςνηήυύρ]/giu],
  [HEBREW.charsets, /[יוהלרמאתבנםש]/gu],
]
/** Greek and Hebrew have fewer letters, of which so many are common. */
const MOST_COMMON = 0.62

/**
 * Charsets of scripts whose words are runs of bytes from C0 on, of odd lengths as well as even ones; few other letters lie
 * elsewhere. Nothing where the bytes do not look so.
 */
function findWords(latin: string): readonly string[] {
  const runs = latin.match(/[\u0080-\u00ff]+/g) ?? []
  const high = runs.join('')
  const isWords = countOf(latin, /[A-Za-z][\u0080-\u00ff]|[\u0080-\u00ff][A-Za-z]/g) <= runs.length / 5
  const hasLength = high.length >= 3 * runs.length && (high.length >= 8 || runs.some((run) => run.length % 2 === 1))
  if (!isWords || !hasLength || countOf(high, /[\u00c0-\u00ff]/g) < high.length * 0.85) return []
  for (const [charsets, letters] of COMMON) {
    const score = Math.max(...charsets.map((charset) => scoreLetters(latin, charset, letters)))
    if (score >= MOST_COMMON) return byScore(charsets, (charset) => scoreLetters(latin, charset, letters))
  }
  const scores = CYRILLIC.charsets.map((charset) => scoreCyrillic(latin, charset))
  return Math.max(...scores) < 0.45 ? [] : byScore(CYRILLIC.charsets, (charset) => scoreCyrillic(latin, charset))
}

/** Bytes that are other letters in Turkish than in Latin-1: ğ ı ş in place of ð ý þ, which Icelandic alone has. */
const TURKISH_BYTES = /[\u00d0\u00dd\u00de\u00f0\u00fd\u00fe]/g
/** Within words Latin-1 has no signs such as `³` and `±`, where Latin-2 has `ł` and `ą`. */
const SIGN_IN_WORD =
  /(?:[A-Za-z\u00c0-\u00ff][\u008a-\u008f\u009a-\u009f\u00a1-\u00a9\u00ab-\u00b9\u00bb-\u00bf]|[\u008a-\u008f\u009a-\u009f\u00a1-\u00a6\u00ac\u00af\u00b1-\u00b3\u00b5\u00b6\u00b9\u00bc-\u00be][a-z\u00e0-\u00ff])/

/** Charsets of Latin letters whose accents are those of one language, where Latin-1 makes no sense of them. */
function findAccents(latin: string): readonly string[] {
  if (countOf(latin, TURKISH_BYTES) >= 2 && scoreLetters(latin, 'windows-1254', TURKISH.letters!) === 1) return TURKISH.charsets
  if (!SIGN_IN_WORD.test(latin)) return []
  const fitting = CENTRAL.flatMap(({ charsets, letters }) =>
    charsets.map((charset) => ({ charset, score: scoreLetters(latin, charset, letters!) })),
  )
  return fitting.filter(({ score }) => score === 1).map(({ charset }) => charset)
}

/** The share of letters of a language, or the common ones of it, among those beyond ASCII. */
function scoreLetters(latin: string, charset: string, letters: RegExp): number {
  const text = new TextDecoder(charset).decode(Buffer.from(latin, 'latin1'))
  const all = countOf(text, /[^\0-\u007f\u00a0\p{P}]/gu)
  return all === 0 ? 0 : (countOf(text, letters) - countOf(text, /[^\0-\u007f\P{Ll}]\p{Lu}/gu)) / all
}

/** How many of the letters are the commonest ones of East Slavic languages, less those that stand in the wrong case. */
function scoreCyrillic(latin: string, charset: string): number {
  const text = new TextDecoder(charset).decode(Buffer.from(latin, 'latin1'))
  const letters = countOf(text, /\p{Script=Cyrillic}/gu)
  const wrong = countOf(text, /\p{Ll}\p{Lu}/gu)
  return letters === 0 ? 0 : (countOf(text, /[оеаинтсрвлкмд]/giu) - wrong) / letters
}

/** Bytes of the commonest characters of each charset, and of all its characters of two bytes. */
const PAIRS: Readonly<Record<string, RegExp>> = {
  // GB/T 2312, level 1 and punctuation; before all others where nothing decides
  gb18030: /^(?:[\u00b0-\u00d7][\u00a1-\u00fe]|[\u00a1\u00a3][\u00a1-\u00fe])$/,
  // Hangul of KS X 1001
  'euc-kr': /^[\u00b0-\u00c8][\u00a1-\u00fe]$/,
  // level 1 and punctuation
  big5: /^(?:[\u00a4-\u00c6][@-~\u00a1-\u00fe]|[\u00a1-\u00a3][@-~\u00a1-\u00fe])$/,
  // kana and level 1 of JIS X 0208
  shift_jis: /^(?:\u0081[@-\u00fc]|\u0082[\u009f-\u00f1]|\u0083[@-\u0096]|[\u0088-\u0098][@-\u00fc])$/,
  'euc-jp': /^(?:[\u00a1\u00a4\u00a5][\u00a1-\u00fe]|[\u00b0-\u00cf][\u00a1-\u00fe])$/,
}
/** So many characters, nearly all of them Hangul, are Korean: Chinese text lies in the same rows only in part. */
const KOREAN_PAIRS = 6
const KANA = /[\u00a4\u00a5][\u00a1-\u00fe]/g

/** Charsets whose characters have two bytes above 7F. */
const FULL_PAIRS: ReadonlySet<string> = new Set(['gb18030', 'euc-kr', 'euc-jp'])
/** Of so many characters of Big5 some have a second byte below 80. */
const MANY_PAIRS = 6

/** Whether most runs of such bytes stand within words of ASCII, as accents in capitals do (`AÇÚCAR`). */
function isAmongLetters(latin: string): boolean {
  const runs = countOf(latin, /[\u0080-\u00ff]+/g)
  return countOf(latin, /[A-Za-z][\u0080-\u00ff]+|(?<![\u0080-\u00ff])[\u0080-\u00ff]+[A-Za-z]/g) > runs / 2
}

/** The share of characters that are common ones of a charset. */
function scorePairs(latin: string, charset: string): number {
  const pairs = latin.match(/[\u0081-\u00fe][@-~\u0080-\u00fe]|[\u0080-\u00ff]/g) ?? []
  if (pairs.length === 0) return 0
  const share = pairs.filter((pair) => PAIRS[charset]!.test(pair)).length / pairs.length
  if (charset === 'big5' && pairs.length >= MANY_PAIRS && !pairs.some((pair) => /[@-~]$/.test(pair))) return share - 0.1
  if (charset === 'euc-kr') return share >= 0.95 && pairs.length >= KOREAN_PAIRS ? share + 0.05 : share - 0.05
  // without kana its characters are those of GB/T 2312
  return charset === 'euc-jp' && countOf(latin, KANA) === 0 ? share - 0.05 : share
}
