import * as z from 'zod'
import type { ErrorKey } from './errors.ts'
import type { Host, Need } from './host.ts'
import type { Text } from './text.ts'

/** Groups of the site's navigation, in its order (SPEC §2). */
export const GROUPS = {
  ip: { en: 'IP and network', zh: 'IP 与网络' },
  lookup: { en: 'Lookups', zh: '查询' },
  code: { en: 'Encoding', zh: '编码' },
  crypto: { en: 'Encryption', zh: '加密' },
  format: { en: 'Formatting', zh: '格式化' },
  convert: { en: 'Conversion', zh: '转换' },
  subnet: { en: 'Subnet and base', zh: '子网与进制' },
  text: { en: 'Text', zh: '文本' },
  generate: { en: 'Generators', zh: '生成' },
  web: { en: 'Web', zh: 'Web' },
} as const satisfies Record<string, Text>
export type Group = keyof typeof GROUPS

/** What the button of a tool's page says it does. */
export type Verb = 'run' | 'look-up' | 'search' | 'start'

/** How a field is drawn when its type alone does not say it. */
export type Widget =
  | 'line' // one line of text (default of a string)
  | 'text' // several lines
  | 'secret' // one line, hidden until asked for
  | 'file' // a file, as Blob
  | 'code' // an editor; `language` names the grammar
  | 'select' // default of an enum with more than five values
  | 'segments' // default of a smaller enum
  | 'table' // an array of objects, sortable
  | 'image' // a data: URL
  | 'html' // a foreign document, shown in a sandbox
  | 'hidden' // not drawn; for programs

/** What a field's `.meta({ … })` may say; it reaches the page, the CLI's help and OpenAPI. */
export type FieldMeta = {
  label?: Text
  help?: Text
  placeholder?: Text
  widget?: Widget
  /** Grammar of a `code` widget: json, xml, yaml, html, css, sql … */
  language?: string
  /** Ending of the file that a main text is saved as, while inputs have these values; else its grammar tells. */
  endings?: Readonly<Record<string, Readonly<Record<string, readonly (string | number | boolean)[]>>>>
  /** What is saved as a file where it is there, in place of the main field. */
  saved?: boolean
  /** Words for the values of an enum. */
  options?: Readonly<Record<string, Text>>
  /** Draw this field only while another has one of these values. */
  when?: Readonly<Record<string, readonly (string | number | boolean)[]>>
  /** A text that may be left out while others have these values: then it is empty. */
  emptyWhen?: Readonly<Record<string, readonly (string | number | boolean)[]>>
  /** Drawn behind «More options». */
  advanced?: boolean
  /** Never put into a link, a log or the history (keys, passwords, card numbers). */
  secret?: boolean
  /** Unit behind the value: ms, bytes, bit … */
  unit?: string
  /** A number of things, in figures: drawn with its thousands apart. */
  isCount?: boolean
  /** The field that takes pasted text and piped input, or the one that goes on to the next tool. The first string otherwise. */
  main?: boolean
  /** What a terminal shows of a result where it is there, in place of the main field. */
  printed?: boolean
  /** The field that the items of a list are known by: in a stream a list with one holds what changed (`core/list-changes.ts`). */
  streamKey?: string
  /** It may be left out, but without any of the fields so marked there is nothing to answer. */
  wanted?: boolean
  /** What the page starts with, where programs start with something else. */
  pageDefault?: boolean
  /** What is said where nothing came, in place of “Please enter …”. */
  missing?: ErrorKey
}

declare module 'zod' {
  interface GlobalMeta extends FieldMeta {}
}

/** One worked example: a test, and a card on the page. */
export type Example<I, O> = {
  readonly name: Text
  readonly input: I
  /** Compared whole. Leave out only where the outcome is random or comes from outside; then the schema is checked. */
  readonly output?: O
}

export type Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType, N extends Need = Need> = {
  /** Kebab-case, the same as its folder. */
  readonly id: string
  /** Path of the page (SPEC §2). */
  readonly route: `/${string}`
  readonly group: Group
  /** Order within the group, small first; by id where equal. */
  readonly rank?: number
  /** Name of a Tabler icon without the `Icon` prefix, e.g. `Braces`. */
  readonly icon?: string
  readonly title: Text
  readonly summary: Text
  /** How it works and which standard it follows, shown below the tool: paragraphs of a few sentences, with an empty line between them. */
  readonly about?: Text
  readonly keywords: readonly string[]
  /** Input fields, each with a label in both languages. */
  readonly input: I
  readonly output: O
  readonly needs?: readonly N[]
  /** A text that makes up for all of these where it is given, so that the browser runs it then: what is fetched otherwise. */
  readonly aloneWith?: keyof z.input<I> & string
  /** Known errors of its own, beside the ones that every call and every tool of its needs can have. */
  readonly errors?: readonly ErrorKey[]
  /** Name of its call in SPEC §7, e.g. `search_ip` for `POST /v1/search_ip`. */
  readonly call?: string
  /**
   * Further names that the fields have in that call alone: SPEC §7 shows none, so it takes those a program would try,
   * e.g. `{ target: ['ip', 'domain'] }`.
   */
  readonly callNames?: Partial<Readonly<Record<keyof z.input<I>, readonly string[]>>>
  /**
   * Kinds of pasted text it takes (`packages/tools/src/kinds`). The text goes to the `main` input field;
   * the values here are set beside it, e.g. `{ base64: { mode: 'decode' } }`.
   */
  readonly accepts?: Readonly<Record<string, Partial<z.input<I>>>>
  /**
   * Kinds of files it takes (`packages/tools/src/detect-file.ts`), which go to its first field for one; the values here are set
   * beside it.
   */
  readonly files?: Readonly<Record<string, Partial<z.input<I>>>>
  readonly layout?: 'default' | 'simple'
  /** Where it is another than its needs and its group let expect: what sends packets is started, what asks a server looks up. */
  readonly verb?: Verb
  /** A server runs it only for those it knows: logged in, or with a key. */
  readonly isForAccounts?: boolean
  /** How many names a call asks about: the plan of who calls says how many may be asked at once. Throws as the run would. */
  countNames?(input: z.output<I>): number
  /** Id of the tool that takes many of what this one takes one of: the page leads there, and so do several pasted lines. */
  readonly many?: string
  /** Milliseconds one run may take on the server; 10,000 (SPEC §9) unless the tool says less. */
  readonly timeoutMs?: number
  /**
   * For inputs whose run may never end and cannot be cancelled from within (a pattern that backtracks): what is then said.
   * Every host, the browser and the command line too, runs them in a thread and ends it after `timeoutMs`
   * with `took_too_long`.
   */
  runaway?(input: z.output<I>): Text | undefined
  /** Units that one call takes from the caller's allowance, by its checked input if they differ; 1 unless the tool sends packets. */
  readonly cost?: number | ((input: z.output<I>) => number)
  readonly examples: readonly Example<z.input<I>, z.output<O>>[]
  /**
   * Does the work. May be async, or an async generator whose every value is the whole result so far, its items the same ones while nothing changes;
   * the last one is the answer, so page, stream and plain call share one code.
   */
  run(input: z.output<I>, host: Host<N>): z.output<O> | Promise<z.output<O>> | AsyncIterable<z.output<O>>
}

/**
 * Declares a tool. One file, from which page, form, API call, command, search entry, documentation and tests follow.
 *
 * @example
 * export default defineTool({
 *   id: 'reverse', route: '/text/reverse', group: 'text',
 *   title: { en: 'Reverse', zh: '反转' }, summary: { en: 'Turn a text round', zh: '反转文本' }, keywords: [],
 *   input: z.object({ text: z.string().meta({ label: { en: 'Text', zh: '文本' } }) }),
 *   output: z.object({ text: z.string().meta({ label: { en: 'Result', zh: '结果' } }) }),
 *   examples: [{ name: { en: 'word', zh: '单词' }, input: { text: 'ab' }, output: { text: 'ba' } }],
 *   run: ({ text }) => ({ text: [...text].reverse().join('') }),
 * })
 */
export function defineTool<I extends z.ZodObject, O extends z.ZodType, const N extends Need = never>(
  tool: Tool<I, O, N>,
): Tool<I, O, N> {
  return tool
}

/** A tool whose types have been forgotten, as registries hold it. */
// oxlint-disable-next-line typescript/no-explicit-any -- `run` is contravariant in its input, so only `any` holds every tool
export type AnyTool = Tool<any, any, any>

/** What a run with an input needs of its host: nothing where the text that makes up for it is given. */
export function listNeeds<N extends Need>(
  { needs = [], aloneWith }: { readonly needs?: readonly N[]; readonly aloneWith?: string | undefined },
  input: unknown,
): readonly N[] {
  const given = aloneWith === undefined ? undefined : (input as Readonly<Record<string, unknown>> | null)?.[aloneWith]
  return typeof given === 'string' && given.trim() !== '' ? [] : needs
}

/** Whether a run's result streams. */
export function isStream<T>(result: T | Promise<T> | AsyncIterable<T>): result is AsyncIterable<T> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result
}
