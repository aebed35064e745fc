import { toJavaName, toJavaPattern, toPythonPattern } from './foreign-pattern.ts'
import { toFlags, type JavaScriptFlags } from './javascript.ts'
import { needsRegexModule } from './parse-pattern.ts'
import { readReplacement } from './replacement.ts'

export type SnippetInput = JavaScriptFlags & {
  readonly engine: 're2' | 'javascript'
  readonly pattern: string
  readonly replace: boolean
  readonly replacement: string
}
export type Snippet = { readonly language: string; readonly code: string }

/** The same search in programs whose engine takes the same pattern: RE2 for Go and its kin, backtracking ones for JavaScript’s. */
export function toSnippets(input: SnippetInput): Snippet[] {
  const javascript = { language: 'JavaScript', code: toJavaScript(input) }
  // Neither Java nor Python writes sets as JavaScript does.
  if (input.engine === 'javascript' && input.sets) return [javascript]
  const python = { language: 'Python', code: toPython(input) }
  const java = { language: 'Java', code: toJava(input) }
  return input.engine === 're2' ? [{ language: 'Go', code: toGo(input) }, java, python] : [javascript, java, python]
}

/** Python, older Go and RE2/J write the names of groups with a P, which RE2 takes too. */
const nameWithP = (pattern: string) =>
  pattern.replaceAll(/(\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\])|\(\?<(?![=!])/g, (_, whole?: string) => whole ?? '(?P<')

/** A text in quotes as JSON writes it, which Go, Java, JavaScript and Python all read alike. */
const quote = (text: string): string => JSON.stringify(text)

function toJavaScript(input: SnippetInput): string {
  const regex = `new RegExp(${quote(input.pattern)}, '${toFlags(input)}')`
  return input.replace
    ? `const result = text.replace(${regex}, ${quote(input.replacement)})`
    : `for (const match of text.matchAll(${regex}))\n  console.log(match.index, match[0], match.groups)`
}

function toPython(input: SnippetInput): string {
  const { engine, replace, ignoreCase, multiline, dotAll } = input
  const isRe2 = engine === 're2'
  const pattern = isRe2 ? nameWithP(input.pattern) : toPythonPattern(input)
  const isAscii = !isRe2 && /\\[wWdDbB]/.test(input.pattern) && !(ignoreCase && /\P{ASCII}/u.test(input.pattern))
  const inline = `${isAscii ? 'a' : ''}${ignoreCase ? 'i' : ''}${multiline ? 'm' : ''}${dotAll ? 's' : ''}`
  const regex = `re.compile(${quote(inline ? `(?${inline})${pattern}` : pattern)})`
  const head = isRe2
    ? 'import re2 as re  # pip install google-re2'
    : needsRegexModule(input)
      ? 'import regex as re  # pip install regex'
      : 'import re'
  return replace
    ? `${head}\nresult = ${regex}.sub(${quote(toPythonReplacement(input))}, text)`
    : `${head}\nfor match in ${regex}.finditer(text):\n    print(match.start(), match.group(), match.groupdict())`
}

function toPythonReplacement(input: SnippetInput): string {
  return readReplacement(input)
    .map((piece) => ('text' in piece ? piece.text.replaceAll('\\', '\\\\') : `\\g<${piece.group}>`))
    .join('')
}

function toJava(input: SnippetInput): string {
  const { engine, replace, ignoreCase, multiline, dotAll } = input
  const isRe2 = engine === 're2'
  const pattern = isRe2 ? nameWithP(input.pattern) : toJavaPattern(input)
  const flags = [
    ...(ignoreCase ? ['Pattern.CASE_INSENSITIVE', ...(isRe2 ? [] : ['Pattern.UNICODE_CASE'])] : []),
    ...(multiline ? ['Pattern.MULTILINE'] : []),
    ...(dotAll ? ['Pattern.DOTALL'] : []),
  ]
  const home = isRe2 ? 'com.google.re2j' : 'java.util.regex'
  const head = `import ${home}.*;\n\nMatcher matcher = Pattern.compile(${quote(pattern)}${flags.length ? `, ${flags.join(' | ')}` : ''}).matcher(text);`
  return replace
    ? `${head}\nString result = matcher.replaceAll(${quote(toJavaReplacement(input, isRe2 ? String : toJavaName))});`
    : `${head}\nwhile (matcher.find()) System.out.println(matcher.start() + " " + matcher.group());`
}

function toJavaReplacement(input: SnippetInput, toName: (name: string) => string): string {
  const pieces = readReplacement(input)
  return pieces
    .map((piece, index) => {
      if (!('text' in piece)) return typeof piece.group === 'number' ? `$${piece.group}` : `\${${toName(piece.group)}}`
      const text = piece.text.replaceAll(/[\\$]/g, '\\$&')
      const before = pieces[index - 1]
      // Digits behind a number would be read with it.
      return before && 'group' in before && typeof before.group === 'number' ? text.replace(/^\d/, '\\$&') : text
    })
    .join('')
}

function toGo(input: SnippetInput): string {
  const { replace, ignoreCase, multiline, dotAll } = input
  const pattern = nameWithP(input.pattern)
  const inline = `${ignoreCase ? 'i' : ''}${multiline ? 'm' : ''}${dotAll ? 's' : ''}`
  const regex = `re := regexp.MustCompile(${quote(inline ? `(?${inline})${pattern}` : pattern)})`
  const target = readReplacement(input)
    .map((piece) => ('text' in piece ? piece.text.replaceAll('$', '$$$$') : `\${${piece.group}}`))
    .join('')
  return replace
    ? `${regex}\nresult := re.ReplaceAllString(text, ${quote(target)})`
    : `${regex}\nfor _, match := range re.FindAllStringIndex(text, -1) {\n\tfmt.Println(match[0], text[match[0]:match[1]])\n}`
}
