import { useState } from 'react'
import { useLang } from '../lang.tsx'
import { toFailureIn } from './failure-in.ts'
import { request, toAdvice, type Failure, type Method, type Reply } from './request.ts'

/** What a button asks of the server: whether it is under way, and why it came to nothing, which is said beside the button. */
export function useAct() {
  const lang = useLang()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Failure>()
  const act = async <T>(method: Method, path: string, input?: Readonly<Record<string, unknown>>): Promise<Reply<T>> => {
    setBusy(true)
    setRefusal(undefined)
    const reply = await request<T>(method, path, input, { isQuiet: true })
    setBusy(false)
    setRefusal(reply.failure)
    return reply
  }
  return { isBusy, refusal: refusal && toAdvice(toFailureIn(refusal, lang)), act }
}
