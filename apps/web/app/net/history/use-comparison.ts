import { useCallback, useEffect, useRef, useState } from 'react'
import type { ToolState } from '../../tool/view.ts'
import type { Facts } from './facts.ts'
import { forgetAnswers, noteAnswer, setKeeping, type Comparison } from './kept-answers.ts'

/** Whether the result on show is all that its run has to say. */
export const isWhole = ({ isRunning, isPart }: Pick<ToolState, 'isRunning' | 'isPart'>): boolean => !isRunning && !isPart

export type Question = { readonly key: string; readonly facts: Facts }

/** A comparison, and when it was made. */
type Compared = Comparison & { readonly at: number }
/** A result is compared once, however often it is drawn. */
const compared = new WeakMap<object, Compared | null>()

function compare({ key, facts }: Question): Compared | null {
  const at = Date.now()
  const comparison = noteAnswer(key, facts, at)
  return comparison ? { ...comparison, at } : null
}

export type History = {
  /** Undefined before the answer is whole; null where this browser keeps none. */
  readonly comparison: Compared | null | undefined
  forget(): void
  keep(isOn: boolean): void
}

/** What is different from the last answer to the same question; a result that is no answer to one has none. */
export function useComparison(result: object | undefined, isWhole: boolean, toQuestion: () => Question | undefined): History {
  const [comparison, setComparison] = useState<Compared | null>()
  const asked = useRef<Question>(undefined)
  useEffect(() => {
    const question = result && isWhole ? toQuestion() : undefined
    asked.current = question
    if (!result || !question) return setComparison(undefined)
    if (!compared.has(result)) compared.set(result, compare(question))
    setComparison(compared.get(result))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the question follows from the result
  }, [result, isWhole])
  const forget = useCallback(() => {
    forgetAnswers()
    setComparison(undefined)
  }, [])
  const keep = useCallback((isOn: boolean) => {
    setKeeping(isOn)
    setComparison(isOn && asked.current ? compare(asked.current) : null)
  }, [])
  return { comparison, forget, keep }
}
