/** PostgreSQL has none of more than 63; a run without an end is not looked through from each of its signs. */
const RUN = /(?!@@?[\p{L}_])(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?]){1,63}/uy
/** Operators behind which a sign or a placeholder may follow without a space: `a=-1`, `a||-b`, `a=?`, `a=@id`, `a=%s`, `a=#{id}`. */
const PLAIN = /^(?:[-+*/<>=%]|<>|!=|<=|>=|\|\||->>?|#>>?)$/
const PLACEHOLDER = /\?|@(?=[\p{L}_])|%(?=s(?!\w)|\(\w+\)s(?!\w))|#(?=\{)/uy

/**
 * Where an operator ends that begins here; the place itself where none does. PostgreSQL takes all signs that follow each
 * other for one, but for `+` and `-` at the end of what has no odd sign in it (manual, 4.1.3).
 */
export function findOperatorEnd(text: string, start: number): number {
  RUN.lastIndex = start
  if (!RUN.test(text)) return start
  let end = RUN.lastIndex
  if (text.slice(start, end) === '<@') return end
  for (let at = start + 1; at < end; at++) if (PLAIN.test(text.slice(start, at)) && isOperand(text, at, end)) return at
  while (end - start > 1 && /[-+]/.test(text.charAt(end - 1)) && !/[~!@#%^&|`?]/.test(text.slice(start, end))) end--
  return end
}

/** Whether only signs of a number, or a placeholder, are left of the operators. */
function isOperand(text: string, at: number, end: number): boolean {
  PLACEHOLDER.lastIndex = at
  return (PLACEHOLDER.test(text) && PLACEHOLDER.lastIndex === end) || /^[-+]+$/.test(text.slice(at, end))
}
