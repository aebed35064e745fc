import type { Text } from '@octet/core/text.ts'
import { detectFile, FILE_KINDS, HEAD_BYTES, isText, type FileKind } from '@octet/tools/detect-file.ts'
import search from 'virtual:octet/search'
import { findTool, type ToolRow } from './catalogue.ts'
import { rank, type Ranked } from './rank-tools.ts'
import { toSizeWords } from './size-words.ts'
import { useAppStore } from './state/app-store.ts'
import { detectKinds } from './worker/run-here.ts'

/** A tool that takes a text, and the input it would be opened with. */
export type Suggestion = Ranked & {
  readonly row: ToolRow
  readonly kindTitle: Text
  readonly note: Text | undefined
  readonly text: string
  /** What it would be opened with in place of the text. */
  readonly file?: File
  /** What it would be opened with came in a file, and does not go into an address. */
  readonly isOfFile?: boolean
}

/** Tools for any text at all; what is first is answered at once. */
const OF_ANY_TEXT = ['text-stats', 'base64', 'hash', 'unicode', 'qr', 'url']
const TEXT: Text = { en: 'Text', zh: '文本' }

/** Tools for a text that is of no kind, in which nobody looks for a tool either; how Chinese is read comes first. */
export function suggestForAny(text: string): Suggestion[] {
  const { toolsOff } = useAppStore.getState()
  const ids = /\p{Script=Han}/u.test(text) ? ['pinyin', ...OF_ANY_TEXT] : OF_ANY_TEXT
  return ids.flatMap((id) => {
    const row = findTool(id)
    const isOn = row && !toolsOff.includes(id)
    return isOn ? [{ id, kind: 'text', score: 0, preset: {}, row, kindTitle: TEXT, note: undefined, text }] : []
  })
}

/** A text in a file that is shown in a field; a longer one is left to tools that take files. */
const MAX_TEXT_BYTES = 1_000_000

/** Tools that take a file and are switched on, the best first: for a text those that take what is in it before. */
export async function suggestForFile(file: File): Promise<Suggestion[]> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const isShort = file.size > 0 && file.size <= MAX_TEXT_BYTES && isText(head)
  const inText = isShort ? await suggestFor(await file.text()) : []
  const kinds = detectFile(head)
  const guesses = kinds.map((kind, at) => ({ kind, score: kinds.length - at, first: FILE_KINDS[kind].first }))
  const { toolsOff } = useAppStore.getState()
  const forFile = rank(
    guesses,
    search.map(({ id, files }) => ({ id, accepts: files })),
  ).flatMap((ranked): Suggestion[] => {
    const row = findTool(ranked.id)
    const isOn = row && !toolsOff.includes(ranked.id) && !inText.some(({ id }) => id === ranked.id)
    const kindTitle = FILE_KINDS[ranked.kind as FileKind].title
    return isOn ? [{ ...ranked, row, kindTitle, note: toFileNote(file), text: '', file, isOfFile: true }] : []
  })
  return [...inText.map((one) => ({ ...one, note: toFileNote(file), isOfFile: true })), ...forFile]
}

function toFileNote({ name, size }: File): Text {
  const words = `${name}, ${toSizeWords(size)}`
  return { en: words, zh: words }
}

/** Tools that take a text and are switched on, the best first. */
export async function suggestFor(text: string): Promise<Suggestion[]> {
  if (text.trim() === '') return []
  const guesses = await detectKinds(text)
  const { toolsOff } = useAppStore.getState()
  return rank(guesses, search).flatMap((ranked) => {
    const row = findTool(ranked.id)
    const guess = guesses.find(({ kind }) => kind === ranked.kind)
    return row && guess && !toolsOff.includes(ranked.id)
      ? [
          {
            ...ranked,
            preset: { ...ranked.preset, ...guess.fields },
            row,
            kindTitle: guess.title,
            note: guess.note,
            text: guess.text ?? text,
          },
        ]
      : []
  })
}
