import { endsUnquoted, isDelimiter, isNameSign, isNameStart, isQuote, isSpace, passUrl, startsValue } from './signs.ts'
import { Source } from './source.ts'
import { repairString } from './strings.ts'

const WORDS = Object.entries({ true: 'true', false: 'false', null: 'null', True: 'true', False: 'false', None: 'null' })
const MANTISSA = /(-?)(\d*)(?:(\.)(\d*))?/y
const EXPONENT = /[eE][-+]?(\d*)/y

/** A broken JSON text made whole, by the rules of the library `jsonrepair`, in time that grows with the text alone. */
export function repairJson(text: string): string {
  const source = new Source(text)
  takeFence(source, ['```', '[```', '{```'])
  if (!repairValue(source)) source.fail('Unexpected end of json string', text.length)
  takeFence(source, ['```', '```]', '```}'])
  const hasComma = source.take(',')
  if (hasComma) source.takeSpace()
  const { out } = source
  if (startsValue(source.char) && out.endsWithCommaOrLine()) repairRows(source, hasComma)
  else if (hasComma) out.dropComma()
  while (source.skip('}') || source.skip(']')) source.takeSpace()
  if (!source.isAtEnd) source.failUnexpected()
  return out.toString()
}

/** More values, as in JSON Lines, behind the first one. */
function repairRows(source: Source, hasComma: boolean): void {
  if (!hasComma) source.out.insert(',')
  while (repairValue(source)) takeComma(source)
  source.out.dropComma()
  source.out.enclose()
}

/** The beginning or end of a block of code in Markdown. */
function takeFence(source: Source, fences: readonly string[]): void {
  source.takePlainSpace()
  const fence = fences.find((each) => source.text.startsWith(each, source.at))
  if (fence === undefined) return
  source.at += fence.length
  if (isNameStart(source.char)) passName(source)
  source.takeSpace()
}

function repairValue(source: Source): boolean {
  source.takeSpace()
  const isRepaired =
    repairObject(source) ||
    repairArray(source) ||
    repairString(source) ||
    repairNumber(source) ||
    repairWord(source) ||
    repairUnquoted(source, endsUnquoted) ||
    repairPattern(source)
  source.takeSpace()
  return isRepaired
}

/** Reads what opens an object or array, and a comma too many behind it. */
function open(source: Source, bracket: string): boolean {
  if (!source.take(bracket)) return false
  source.takeSpace()
  if (source.skip(',')) source.takeSpace()
  return true
}

function close(source: Source, bracket: string): void {
  if (!source.take(bracket)) source.out.insert(bracket)
}

function repairObject(source: Source): boolean {
  if (!open(source, '{')) return false
  for (let isFirst = true; !source.isAtEnd && source.char !== '}'; isFirst = false) {
    if (!isFirst) {
      takeComma(source)
      source.takeSpace()
    }
    skipDots(source)
    if (!repairKey(source)) {
      if (source.char !== undefined && !'{}[]'.includes(source.char)) source.fail('Object key expected')
      if (!isFirst) source.out.dropComma()
      break
    }
    repairMember(source)
  }
  close(source, '}')
  return true
}

function repairKey(source: Source): boolean {
  return repairString(source) || repairUnquoted(source, (sign) => sign === ':' || endsUnquoted(sign))
}

/** What follows a key. */
function repairMember(source: Source): void {
  source.takeSpace()
  const hasColon = source.take(':')
  const isCut = source.isAtEnd
  if (!hasColon) {
    if (!startsValue(source.char) && !isCut) source.fail('Colon expected')
    source.out.insert(':')
  }
  if (repairValue(source)) return
  if (!hasColon && !isCut) source.fail('Colon expected')
  source.out.write('null')
}

function repairArray(source: Source): boolean {
  if (!open(source, '[')) return false
  for (let isFirst = true; !source.isAtEnd && source.char !== ']'; isFirst = false) {
    if (!isFirst) takeComma(source)
    skipDots(source)
    if (repairValue(source)) continue
    if (!isFirst) source.out.dropComma()
    break
  }
  close(source, ']')
  return true
}

/** Takes one comma, adds one that is left out, and passes over any more of them: `[1,,2]`. */
function takeComma(source: Source): void {
  if (!source.take(',')) return source.out.insert(',')
  source.takeSpace()
  while (source.skip(',')) source.takeSpace()
}

/** Dots for what is left out: `[1, 2, ..., 9]`. */
function skipDots(source: Source): void {
  source.takeSpace()
  if (!source.text.startsWith('...', source.at)) return
  source.at += '...'.length
  source.takeSpace()
  source.skip(',')
}

function repairNumber(source: Source): boolean {
  const { text, at } = source
  if (!/[-.\d]/.test(source.char ?? '')) return false
  const [mantissa = '', sign = '', whole = '', dot = '', part = ''] = matchAt(MANTISSA, text, at)
  if (mantissa === '') return false
  const [exponent = '', power = ''] = matchAt(EXPONENT, text, at + mantissa.length)
  const end = at + mantissa.length + exponent.length
  if (!endsNumber(text[end])) return false
  const isOdd = /^0\d/.test(whole) || (mantissa === '-' && exponent !== '')
  const lacksWhole = whole === '' && (dot !== '' || exponent === '')
  const number = `${sign}${lacksWhole ? '0' : whole}${dot}${dot && (part || '0')}${exponent}${exponent && !power ? '0' : ''}`
  source.out.write(isOdd ? `"${text.slice(at, end)}"` : number)
  source.at = end
  return true
}

function matchAt(pattern: RegExp, text: string, at: number): readonly string[] {
  pattern.lastIndex = at
  return pattern.exec(text) ?? ['']
}

const endsNumber = (sign: string | undefined) => sign === undefined || isDelimiter(sign) || isSpace(sign)

function repairWord(source: Source): boolean {
  const { text, at } = source
  const found = WORDS.find(([word]) => text.startsWith(word, at) && !isNameSign(text[at + word.length]))
  if (!found) return false
  source.out.write(found[1])
  source.at += found[0].length
  return true
}

/** A text without quotes, or what is given to a function: `NumberLong("2")`, `callback({…});`. */
function repairUnquoted(source: Source, isEnd: (sign: string | undefined) => boolean): boolean {
  const { text, at: start } = source
  if (isNameStart(source.char)) {
    passName(source)
    let opening = source.at
    while (isSpace(text[opening])) opening++
    if (text[opening] === '(') {
      source.at = opening + 1
      repairValue(source)
      if (source.skip(')')) source.skip(';')
      return true
    }
  }
  let end = source.at
  while (end < text.length && !isEnd(text[end]) && !isQuote(text[end])) end++
  end = passUrl(text, { start, slash: end })
  if (end <= start) return false
  while (end > 0 && isSpace(text[end - 1])) end--
  const written = text.slice(start, end)
  source.out.write(written === 'undefined' ? 'null' : JSON.stringify(written))
  source.at = end
  source.skip('"') // its beginning was missing
  return true
}

function passName(source: Source): void {
  while (isNameSign(source.char)) source.at++
}

/** `/…/`, as a text. */
function repairPattern(source: Source): boolean {
  const { text, at: start } = source
  if (text[start] !== '/') return false
  let end = start + 1
  while (end < text.length && (text[end] !== '/' || text[end - 1] === '\\')) end++
  source.at = end + 1
  source.out.write(JSON.stringify(text.slice(start, source.at)))
  return true
}
