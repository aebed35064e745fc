import { readMembers } from './members.ts'

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g
/** A number as JSON has it, or words, as in a list or in a file of keys and values. */
const PLAIN = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|[A-Za-z_][\w.-]*:?(?: [\w.-]+:?)*)$/

/**
 * Repairs a text; a document per line each by itself, joined as an array, as the library does. It copies all that is
 * written for every further document: 20,000 short ones took 17 s.
 */
export function repairLines(jsonrepair: (text: string) => string, text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const isRead = (line: string, index: number): boolean =>
    PLAIN.test(line) || isDocument(line) || (index === lines.length - 1 && isCut(line))
  if (lines.length < 2 || !lines.every(isRead)) return jsonrepair(text)
  try {
    return `[${lines.map((line) => jsonrepair(line)).join(',\n')}]`
  } catch {
    return jsonrepair(text) // which tells the place in the whole text
  }
}

/** Whether a line is an object or array without its end, as the last one of a log that was cut off. */
function isCut(line: string): boolean {
  const closing = toClosing(line.replaceAll(STRING, ''))
  return closing !== '' && readMembers(`${line}${closing}`) !== undefined
}

/** The brackets that a text leaves open, closed. */
function toClosing(bare: string): string {
  const open: string[] = []
  for (const char of bare) {
    if (char === '{') open.push('}')
    else if (char === '[') open.push(']')
    else if (char === '}' || char === ']') open.pop()
  }
  return open.reverse().join('')
}

/** Whether a line is an object or array without comments: each bracket closes, the first one at the end of the line. */
function isDocument(line: string): boolean {
  const open: string[] = []
  const bare = line.replaceAll(STRING, '')
  if (/\/[/*]/.test(bare)) return false
  for (let i = 0; i < bare.length; i++) {
    const char = bare[i]!
    if (char === '{') open.push('}')
    else if (char === '[') open.push(']')
    else if ((char === '}' || char === ']') && open.pop() !== char) return false
    if (open.length === 0) return i > 0 && i === bare.length - 1
  }
  return false
}
