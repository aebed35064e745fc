import { toJavaName, toJavaPattern, toPythonPattern } from './foreign-pattern.ts'
import { toFlags, type JavaScriptFlags } from './javascript.ts'

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
  const { engine, replace, replacement, ignoreCase, multiline, dotAll } = input
  const isRe2 = engine === 're2'
  const pattern = isRe2 ? nameWithP(input.pattern) : toPythonPattern(input)
  const isAscii = !isRe2 && /\\[wWdDbB]/.test(input.pattern) && !(ignoreCase && /\P{ASCII}/u.test(input.pattern))
  const inline = `${isAscii ? 'a' : ''}${ignoreCase ? 'i' : ''}${multiline ? 'm' : ''}${dotAll ? 's' : ''}`
  const regex = `re.compile(${quote(inline ? `(?${inline})${pattern}` : pattern)})`
  const needsMore = /\\p\{|\(\?<[=!][^)]*[*+?{|]/i.test(input.pattern)
  const head = isRe2
    ? 'import re2 as re  # pip install google-re2'
    : needsMore
      ? 'import regex as re  # pip install regex'
      : 'import re'
  return replace
    ? `${head}\nresult = ${regex}.sub(${quote(toPythonReplacement(replacement))}, text)`
    : `${head}\nfor match in ${regex}.finditer(text):\n    print(match.start(), match.group(), match.groupdict())`
}

function toPythonReplacement(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g, (_, dollar?: string, whole?: string, index?: string, name?: string) =>
      dollar ? '$' : whole ? '\\g<0>' : `\\g<${index ?? name}>`,
    )
}

function toJava(input: SnippetInput): string {
  const { engine, replace, replacement, ignoreCase, multiline, dotAll } = input
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
    ? `${head}\nString result = matcher.replaceAll(${quote(toJavaReplacement(replacement, isRe2 ? String : toJavaName))});`
    : `${head}\nwhile (matcher.find()) System.out.println(matcher.start() + " " + matcher.group());`
}

function toJavaReplacement(text: string, toName: (name: string) => string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(/\$(?:(&)|(\d{1,2})|<([^>]*)>|\$?)/g, (_, whole?: string, index?: string, name?: string) =>
      whole ? '$0' : index ? `$${index}` : name ? `\${${toName(name)}}` : '\\$',
    )
}

function toGo({ replace, replacement, ignoreCase, multiline, dotAll, ...input }: SnippetInput): string {
  const pattern = nameWithP(input.pattern)
  const inline = `${ignoreCase ? 'i' : ''}${multiline ? 'm' : ''}${dotAll ? 's' : ''}`
  const regex = `re := regexp.MustCompile(${quote(inline ? `(?${inline})${pattern}` : pattern)})`
  const target = replacement.replaceAll(
    /\$(?:(&)|(\d{1,2})|<([^>]*)>|\$?)/g,
    (_, whole?: string, index?: string, name?: string) => {
      const group = whole ? '0' : (index ?? name)
      return group === undefined ? '$$' : `\${${group}}`
    },
  )
  return replace
    ? `${regex}\nresult := re.ReplaceAllString(text, ${quote(target)})`
    : `${regex}\nfor _, match := range re.FindAllStringIndex(text, -1) {\n\tfmt.Println(match[0], text[match[0]:match[1]])\n}`
}
