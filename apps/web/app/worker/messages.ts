import type { Envelope } from '@octet/core/envelope.ts'
import type { Lang, Text } from '@octet/core/text.ts'

/** A kind of text that was recognised. */
export type Guess = {
  readonly kind: string
  readonly title: Text
  readonly score: number
  readonly note: Text | undefined
  /** The tool that comes before the others. */
  readonly first: string | undefined
  /** What was recognised, where it is not the text as it came. */
  readonly text?: string
  /** What else it says, by the names of fields. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Told before a run that may never end: after so long the page ends the worker and takes this answer. */
export type OnLimit = (limitMs: number, answer: Envelope<unknown>) => void

/** What the worker does for the page. */
export type ToolWorker = {
  /** Runs a tool; `onValue` gets each result so far. The answer is the envelope, a known error included. */
  run(id: string, input: unknown, lang: Lang, onValue: (value: unknown) => void, onLimit: OnLimit): Promise<Envelope<unknown>>
  /** Runs a step of a pipeline: texts become what the tool's schema asks for, as on the server. */
  runStep(id: string, input: Readonly<Record<string, unknown>>, lang: Lang, onLimit: OnLimit): Promise<Envelope<unknown>>
  /** Kinds of a text, the surest first. */
  detect(text: string): Promise<Guess[]>
}
