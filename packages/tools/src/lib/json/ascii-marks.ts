const MARKS: Readonly<Record<string, string>> = {
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '【': '[',
  '】': ']',
  '：': ':',
  '，': ',',
}

/** Marks that a Chinese input method wrote between the values of a JSON text, in ASCII; texts in quotation marks stay. */
export function toAsciiMarks(text: string): string {
  const pieces: string[] = []
  const wanted = /["'“”‘’｛｝［］【】：，]/g
  let taken = 0
  for (let found = wanted.exec(text); found; found = wanted.exec(text)) {
    const mark = MARKS[found[0]]
    if (mark === undefined) wanted.lastIndex = findEnd(text, found.index)
    else {
      pieces.push(text.slice(taken, found.index), mark)
      taken = wanted.lastIndex
    }
  }
  return pieces.join('') + text.slice(taken)
}

/** Behind the quotation mark that closes the text begun at `start`; of pairs people mix the two. */
function findEnd(text: string, start: number): number {
  const quote = text.charAt(start)
  const ends = /[“”]/.test(quote) ? /[“”\\]/g : /[‘’]/.test(quote) ? /[‘’\\]/g : quote === '"' ? /["\\]/g : /['\\]/g
  ends.lastIndex = start + 1
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    if (end[0] !== '\\') return ends.lastIndex
    ends.lastIndex++
  }
  return text.length
}
