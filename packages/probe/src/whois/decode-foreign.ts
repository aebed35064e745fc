/** What is known of bytes that came without a word about their charset. */
export type Origin = {
  /** Host that sent them: its top-level domain says which charsets are usual there. */
  readonly server?: string | undefined
  /** They end where a limit cut them off, perhaps within a character. */
  readonly isCut?: boolean | undefined
}

// oxlint-disable-next-line no-control-regex -- an escape sequence begins each run of Japanese (RFC 1468)
const JAPANESE = /\u001b\$[@B]/

/**
 * Foreign bytes as text: ISO-2022-JP or UTF-8 where they are valid, else what is usual where they come from, else what the
 * bytes look like: Cyrillic (KOI8, Windows-1251), Chinese, Japanese, Korean, Latin-1.
 */
export function decodeForeign(bytes: Uint8Array, { server = '', isCut = false }: Origin = {}): string {
  const latin = Buffer.from(bytes).toString('latin1')
  const sure = [...(JAPANESE.test(latin) ? ['iso-2022-jp'] : []), 'utf-8']
  for (const charset of [...sure, ...listUsual(server, latin), ...listLikely(latin)]) {
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

const CYRILLIC = ['koi8-u', 'windows-1251'] as const // KOI8-U has the letters of KOI8-R (RFC 2319)
const CENTRAL = ['iso-8859-2'] as const
/** Bytes that ISO 8859 has for control characters, and Windows for letters such as š and ž. */
const HAS_C1 = /[\u0080-\u009f]/
const BALTIC = ['windows-1257'] as const
const WESTERN = ['windows-1252'] as const
/** By top-level domain of a server; of several the one that fits best. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  cn: ['gb18030'],
  kr: ['euc-kr'],
  jp: ['shift_jis', 'euc-jp'],
  tw: ['big5'],
  hk: ['big5'],
  mo: ['big5'],
  ru: CYRILLIC,
  su: CYRILLIC,
  by: CYRILLIC,
  ua: CYRILLIC,
  kz: CYRILLIC,
  kg: CYRILLIC,
  uz: CYRILLIC,
  tj: CYRILLIC,
  bg: CYRILLIC,
  mk: CYRILLIC,
  mn: CYRILLIC,
  gr: ['iso-8859-7'],
  tr: ['windows-1254'],
  il: ['windows-1255'],
  pl: CENTRAL,
  cz: CENTRAL,
  sk: CENTRAL,
  hu: CENTRAL,
  ro: CENTRAL,
  si: CENTRAL,
  hr: CENTRAL,
  lt: BALTIC,
  lv: BALTIC,
  ee: BALTIC,
  th: ['windows-874'],
  br: WESTERN,
  pt: WESTERN,
  es: WESTERN,
  it: WESTERN,
  fr: WESTERN,
  de: WESTERN,
  at: WESTERN,
  ch: WESTERN,
  be: WESTERN,
  nl: WESTERN,
  lu: WESTERN,
  dk: WESTERN,
  se: WESTERN,
  no: WESTERN,
  fi: WESTERN,
  is: WESTERN,
  ie: WESTERN,
  mx: WESTERN,
  ar: WESTERN,
  cl: WESTERN,
  pe: WESTERN,
  ve: WESTERN,
  ec: WESTERN,
  uy: WESTERN,
}

function listUsual(server: string, latin: string): readonly string[] {
  const topLevel = server.toLowerCase().replace(/\.$/, '').split('.').at(-1) ?? ''
  const usual = Object.hasOwn(USUAL, topLevel) ? USUAL[topLevel]! : []
  if (usual === CENTRAL && HAS_C1.test(latin)) return ['windows-1250']
  if (usual === CYRILLIC) return byScore(usual, (charset) => scoreCyrillic(latin, charset))
  return usual.length > 1 ? byScore(usual, (charset) => scorePairs(latin, charset)) : usual
}

/** What the bytes look like, the likeliest first; nothing where they look like Latin-1. */
function listLikely(latin: string): readonly string[] {
  if (isCyrillic(latin)) return byScore(CYRILLIC, (charset) => scoreCyrillic(latin, charset))
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

/** Cyrillic words are runs of bytes from C0 on, of odd lengths as well as even ones; few other letters lie elsewhere. */
function isCyrillic(latin: string): boolean {
  const runs = latin.match(/[\u0080-\u00ff]+/g) ?? []
  const high = runs.join('')
  const isWords = countOf(latin, /[A-Za-z][\u0080-\u00ff]|[\u0080-\u00ff][A-Za-z]/g) <= runs.length / 5
  const hasLength = high.length >= 3 * runs.length && (high.length >= 8 || runs.some((run) => run.length % 2 === 1))
  if (!isWords || !hasLength || countOf(high, /[\u00c0-\u00ff]/g) < high.length * 0.85) return false
  return Math.max(...CYRILLIC.map((charset) => scoreCyrillic(latin, charset))) >= 0.45
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
