import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { escapeJson, unescapeJson } from '../../lib/json/escape.ts'
import { formatJson } from '../../lib/json/format.ts'
import { toAsciiMarks } from '../../lib/json/ascii-marks.ts'
import { isJson } from '../../lib/json/is-json.ts'
import { findComment } from '../../lib/json/find-comment.ts'
import { findQuirks } from '../../lib/json/quirks.ts'
import type { JsonSyntax } from '../../lib/json/reader.ts'
import { sortKeys } from '../../lib/json/sort.ts'
import { parseJsonTrees, type JsonNode } from '../../lib/json/tree.ts'
import { findEscaper } from '../../lib/json/unicode-escapes.ts'
import { writeJson } from '../../lib/json/write.ts'
import { toTextPlace } from '../../lib/text-place.ts'
import { createPacer, type Pacer } from '../../lib/pacer.ts'
import { toMore } from '../../lib/more.ts'
import { INDENTS } from '../indent.ts'
import type { JsonInput, JsonOutput } from './input.ts'

/** Texts up to this length are searched for duplicate keys and inexact numbers. */
const QUIRKS_LENGTH = 8 * 2 ** 20
const MATCHES = 10_000

/** Does what was chosen; long texts are worked on in slices, so that a cancel arrives. */
export async function runJson(input: JsonInput, host: Host): Promise<JsonOutput> {
  const breathe = createPacer(host.signal)
  switch (input.action) {
    case 'escape':
      return { text: escapeJson(input.text, { isAscii: input.ascii }) }
    case 'unescape':
      return { text: unescapeJson(input.text) }
    case 'repair':
      return repair(input, host, breathe)
    case 'format':
    case 'minify':
      return { text: await format(input, breathe), ...toLayoutNotes(input, host) }
    case 'path':
      return findPath(input, breathe)
    case 'jq':
      return { text: await queryByJq(input, breathe) }
    case 'jmespath':
      return queryByJmespath(input, { breathe, host })
    case 'validate':
      return validate(input, host)
    case 'stats':
      return measure(input, { breathe, host })
    case 'schema':
    case 'types':
      return describe(input, breathe)
    case 'convert':
      return { text: await convert(input, await readTrees(input, breathe)) }
  }
}

function toReading({ syntax }: JsonInput): { syntax: JsonSyntax; isMany: boolean } {
  return syntax === 'lines' ? { syntax: 'json', isMany: true } : { syntax, isMany: false }
}

async function readTrees(input: JsonInput, breathe: Pacer): Promise<JsonNode[]> {
  const trees = await parseJsonTrees(input.text, { ...toReading(input), breathe })
  if (!input.nested) return trees
  const { readNested } = await import('../../lib/json/nested.ts')
  return trees.map((tree) => readNested(tree))
}

async function format(input: JsonInput, breathe: Pacer): Promise<string> {
  const indent = input.action === 'minify' ? '' : INDENTS[input.indent]
  const rewrite = findEscaper(input.unicode)
  if (!isPlain(input) && !isRebuilt(input)) return formatJson(input.text, { ...toReading(input), indent, rewrite, breathe })
  const trees = await readTrees(input, breathe)
  const options = { indent, foldWidth: input.foldWidth, rewrite }
  return trees.map((tree) => writeJson(sortKeys(tree, input.sortKeys), options)).join('\n')
}

const isPlain = ({ plain, syntax }: JsonInput): boolean => plain && (syntax === 'jsonc' || syntax === 'json5')

/** Whether values are written anew, not token by token: in standard JSON and without comments. */
const isRebuilt = ({ action, nested, sortKeys, foldWidth }: JsonInput): boolean =>
  nested || sortKeys !== 'none' || (foldWidth > 0 && action === 'format')

/** The notes, and before them that comments are left out although nobody asked for that. */
function toLayoutNotes(input: JsonInput, host: Host): Pick<JsonOutput, 'notes'> {
  const { notes = [] } = toNotes(input, host)
  const mayLose = input.action === 'format' && isRebuilt(input) && !isPlain(input) && input.text.length <= QUIRKS_LENGTH
  const offset = mayLose ? findComment(input.text, toReading(input)) : undefined
  const lost = offset === undefined ? [] : [{ ...toTextPlace(input.text, offset), note: LOST_COMMENTS[host.lang] }]
  const all = [...lost.map(({ line, column, note }) => ({ line, column, note })), ...notes]
  return all.length > 0 ? { notes: all } : {}
}

const LOST_COMMENTS: Text = {
  en: 'comments are left out where keys are sorted, texts are unfolded or short lists stay on one line',
  zh: '键名排序、展开字符串或短数组保持一行时，结果不含注释',
}

/** `calls` are functions that calculate in doubles: with numbers that are more exact, the first of these says so. */
function toNotes(input: JsonInput, { lang }: Host, calls: readonly string[] = []): Pick<JsonOutput, 'notes'> {
  if (input.text.length > QUIRKS_LENGTH) return {}
  const quirks = findQuirks(input.text, toReading(input))
  const lost = calls.length > 0 && quirks.find(({ isInexact }) => isInexact)
  const told = lost ? [{ ...lost, what: toLossWords(calls) }, ...quirks] : quirks
  const notes = told.map(({ line, column, what }) => ({ line, column, note: what[lang] }))
  return notes.length > 0 ? { notes } : {}
}

const toLossWords = (calls: readonly string[]): Text => ({
  en: `${calls.join(', ')}: calculated in doubles, so the last digits of the result may be wrong`,
  zh: `${calls.join('、')} 以双精度计算，结果的末几位可能有误`,
})

async function repair(input: JsonInput, { lang }: Host, breathe: Pacer): Promise<JsonOutput> {
  const { repairJson } = await import('../../lib/json/repair/repair.ts')
  const write = (text: string) =>
    formatJson(repairBy(repairJson, text), { indent: INDENTS[input.indent], syntax: 'json', isMany: false, breathe })
  const { findEmbedded } = await import('../../lib/json/embedded.ts')
  const takeOut = async (found: ReturnType<typeof findEmbedded>): Promise<JsonOutput> => {
    const texts: string[] = []
    for (const { text } of found) texts.push(await write(text))
    const { line, column } = toTextPlace(input.text, found[0]!.offset)
    return { text: texts.join('\n'), notes: [{ line, column, note: toTaken(found.length)[lang] }] }
  }
  try {
    // Of the words of a log a list of words would be made.
    const found = BEGINS_WITH_WORDS.test(input.text) ? findEmbedded(input.text).filter(({ text }) => isJson(text)) : []
    return found.length > 0 ? await takeOut(found) : { text: await write(input.text) }
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    const { RepairError } = await import('../../lib/json/repair/source.ts')
    if (!(error instanceof RepairError)) throw error
    const found = findEmbedded(input.text)
    if (found.length > 0)
      try {
        return await takeOut(found)
      } catch (inner) {
        if (!(inner instanceof RepairError)) throw inner
      }
    const { syntaxError } = await import('../../lib/syntax-error.ts')
    const { toRepairReason } = await import('../../lib/json/repair/reasons.ts')
    const reason = toRepairReason(error.message)
    throw syntaxError({ format: 'JSON', text: input.text, offset: error.position, reason })
  }
}

/** Not with a function around the JSON, nor with one word, which may be a key. */
const BEGINS_WITH_WORDS = /^\s*[\p{L}\d][^\s({[]*\s+[^\s:]/u

const toTaken = (count: number): Text =>
  count === 1
    ? { en: 'The JSON was taken out of other text, which was left out.', zh: 'JSON 取自其他文字之中，其余文字已略去。' }
    : {
        en: `${count} values were taken out of other text, which was left out.`,
        zh: `从其他文字中取出 ${count} 个值，其余文字已略去。`,
      }

/** Marks of a Chinese input method stay where they may belong to an unquoted text, unless nothing can be made of them. */
function repairBy(repairText: (text: string) => string, text: string): string {
  const plain = toAsciiMarks(text)
  if (plain === text) return repairText(text)
  try {
    return isJson(plain) ? plain : repairText(text)
  } catch (error) {
    try {
      return repairText(plain)
    } catch {
      throw error // of the text as it was written
    }
  }
}

function tooDeep(): AppError {
  return new AppError('too_large', {
    field: { en: 'Nesting', zh: '嵌套层数' },
    limit: { en: '1000 levels', zh: '1000 层' },
    got: { en: 'more', zh: '更多' },
  })
}

async function findPath(input: JsonInput, breathe: Pacer): Promise<JsonOutput> {
  const trees = await readTrees(input, breathe)
  const { queryJson } = await import('../../lib/json/path.ts')
  const found = (await Promise.all(trees.map((tree) => queryJson(tree, input.path)))).flat()
  const indent = INDENTS[input.indent]
  return {
    text: writeJson({ type: 'array', items: found.map(({ node }) => node) }, { indent }),
    matches: found.slice(0, MATCHES).map(({ path, node }) => ({ path, value: writeJson(node, { indent: '' }) })),
    ...toMore(found.length, MATCHES),
  }
}

/** Plain JSON, a value per line, of what was read. */
async function toPlainLines(input: JsonInput, breathe: Pacer): Promise<string[]> {
  return (await readTrees(input, breathe)).map((tree) => writeJson(tree, { indent: '' }))
}

async function queryByJq(input: JsonInput, breathe: Pacer): Promise<string> {
  const { slurp, raw, compact, nullInput } = input
  const lines = nullInput && input.text.trim() === '' ? [] : await toPlainLines(input, breathe)
  const { runJq } = await import('../../lib/jq/run-jq.ts')
  const { readVariables } = await import('../../lib/jq/variables.ts')
  const variables = readVariables(input.args)
  const out = await runJq(lines.join('\n'), input.jq, { isSlurped: slurp, isRaw: raw, isNull: nullInput, variables })
  return raw || compact || out === '' ? out.replace(/\n$/, '') : writeAll(out, { input, breathe })
}

async function queryByJmespath(input: JsonInput, { breathe, host }: { breathe: Pacer; host: Host }): Promise<JsonOutput> {
  const trees = await readTrees(input, breathe)
  const { queryJmespath, findCalculations } = await import('../../lib/jmespath/query.ts')
  const found: string[] = []
  for (const tree of trees) {
    found.push(queryJmespath(tree, input.jmespath))
    await breathe()
  }
  return { text: await writeAll(found.join('\n'), { input, breathe }), ...toNotes(input, host, findCalculations(input.jmespath)) }
}

function writeAll(text: string, { input, breathe }: { input: JsonInput; breathe: Pacer }): Promise<string> {
  return formatJson(text, { syntax: 'json', isMany: true, indent: INDENTS[input.indent], breathe })
}

async function validate(input: JsonInput, { lang }: Host): Promise<JsonOutput> {
  if (!input.against.trim())
    throw new AppError('bad_input', {
      field: 'against',
      expected: { en: 'a JSON Schema', zh: 'JSON Schema' },
      got: { en: 'nothing', zh: '空' },
    })
  const { validateJson } = await import('../../lib/json-schema/validate.ts')
  const { draft, problems, ...more } = await validateJson(input.text, input.against, {
    ...toReading(input),
    draft: input.draft === 'auto' ? undefined : input.draft,
    hasFormats: input.formats,
  })
  const rows = problems.map(({ path, place, schemaPlace, keyword, message }) => ({
    path,
    line: place.line,
    column: place.column,
    problem: message[lang],
    keyword,
    schemaLine: schemaPlace.line,
  }))
  const name = /^\d$/.test(draft) ? `draft-0${draft}` : draft
  const isValid = rows.length === 0
  const fine = { en: `Matches the schema (${name})`, zh: `符合 Schema（${name}）` }[lang]
  const text = isValid ? fine : rows.map(({ path, line, column, problem }) => `${line}:${column} ${path} ${problem}`).join('\n')
  return { text, isValid, problems: rows, ...more }
}

async function measure(input: JsonInput, { breathe, host }: { breathe: Pacer; host: Host }): Promise<JsonOutput> {
  const { countJson, measureNodes } = await import('../../lib/json/stats.ts')
  const trees = await readTrees(input, breathe)
  const stats = countJson(trees)
  const root: JsonNode | undefined = trees.length === 1 ? trees[0] : { type: 'array', items: trees }
  return { text: JSON.stringify(stats, null, 2), stats, nodes: root ? measureNodes(root) : [], ...toNotes(input, host) }
}

async function describe(input: JsonInput, breathe: Pacer): Promise<JsonOutput> {
  const { toJsonSchemaText, toShape, toTypeScript } = await import('../../lib/json/schema.ts')
  const shape = toShape(await readTrees(input, breathe))
  if (input.action === 'schema') return { text: toJsonSchemaText(shape) }
  switch (input.typesIn) {
    case 'typescript':
      return { text: toTypeScript(shape) }
    case 'go':
      return { text: (await import('../../lib/json/go-types.ts')).toGoTypes(shape) }
    case 'java':
      return { text: (await import('../../lib/json/types/java.ts')).toJavaTypes(shape) }
    case 'kotlin':
      return { text: (await import('../../lib/json/types/kotlin.ts')).toKotlinTypes(shape) }
    case 'csharp':
      return { text: (await import('../../lib/json/types/csharp.ts')).toCsharpTypes(shape) }
    case 'swift':
      return { text: (await import('../../lib/json/types/swift.ts')).toSwiftTypes(shape) }
    case 'python':
      return { text: (await import('../../lib/json/types/python.ts')).toPythonTypes(shape) }
    case 'rust':
      return { text: (await import('../../lib/json/types/rust.ts')).toRustTypes(shape) }
    case 'zod':
      return { text: (await import('../../lib/json/types/zod.ts')).toZodSchemas(shape) }
  }
}

async function convert(input: JsonInput, trees: readonly JsonNode[]): Promise<string> {
  const node: JsonNode = trees.length === 1 ? trees[0]! : { type: 'array', items: [...trees] }
  switch (input.to) {
    case 'yaml':
      return (await import('../../lib/data/to-yaml.ts')).toYaml(node)
    case 'toml':
      return (await import('../../lib/data/to-toml.ts')).toToml(node)
    case 'csv':
      return (await import('../../lib/data/csv.ts')).toCsv(node)
    case 'xml':
      return (await import('../../lib/data/xml-tree.ts')).toXml(node)
    case 'sql':
      return (await import('../../lib/data/to-sql.ts')).toSqlInsert(node, { table: input.table, quote: input.quote })
    case 'toon':
      return (await import('../../lib/data/to-toon.ts')).toToon(node)
  }
}
