import type { Text } from './text.ts'

/** What a detector says of a pasted text. */
export type Finding = {
  /** 0–1: how sure. 1 means that nothing else could be meant. */
  readonly score: number
  /** One line that shows what was seen, e.g. `IPv6 network, 2^64 addresses`. */
  readonly note?: Text
  /** What of the text is meant, where it is not all: the address of a `mailto:`. Tools are opened with it. */
  readonly text?: string
  /** What else it says, by the names of the fields of tools that have such: the type of `dig example.com MX`. None is empty. */
  readonly fields?: Readonly<Record<string, string>>
}

/** A kind of text that people paste. Tools name the kinds they take in `accepts`. */
export type Kind = {
  /** Kebab-case, the same as its file. */
  readonly id: string
  readonly title: Text
  /** A worked example; a test checks that it is recognised with the highest score of all kinds. */
  readonly examples: readonly string[]
  /** Texts that look alike but are not of this kind. */
  readonly counterExamples?: readonly string[]
  /** The tool that is offered before the others that take this kind, where it is not the first of the catalogue. */
  readonly first?: string
  /** Looks at a trimmed sample of at most 64 KiB. Linear time; never throws. */
  detect(sample: string): Finding | undefined
}

/** Declares a kind of pasted text. */
export function defineKind(kind: Kind): Kind {
  return kind
}
