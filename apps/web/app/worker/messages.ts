import type { Envelope } from '@octet/core/envelope.ts'
import type { Lang, Text } from '@octet/core/text.ts'

/** A kind of text that was recognised. */
export type Guess = { readonly kind: string; readonly title: Text; readonly score: number; readonly note: Text | undefined }

/** What the worker does for the page. */
export type ToolWorker = {
  /** Runs a tool; `onValue` gets each result so far. The answer is the envelope, a known error included. */
  run(id: string, input: unknown, lang: Lang, onValue: (value: unknown) => void): Promise<Envelope<unknown>>
  /** Runs a step of a pipeline: texts become what the tool's schema asks for, as on the server. */
  runStep(id: string, input: Readonly<Record<string, unknown>>, lang: Lang): Promise<Envelope<unknown>>
  /** Kinds of a text, the surest first. */
  detect(text: string): Promise<Guess[]>
}
