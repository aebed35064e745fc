import { useState } from 'react'
import { request, toAdvice, type Method, type Reply } from './request.ts'

/** What a button asks of the server: whether it is under way, and why it came to nothing, which is said beside the button. */
export function useAct() {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const act = async <T>(method: Method, path: string, input?: Readonly<Record<string, unknown>>): Promise<Reply<T>> => {
    setBusy(true)
    setRefusal(undefined)
    const reply = await request<T>(method, path, input, { isQuiet: true })
    setBusy(false)
    setRefusal(reply.failure && toAdvice(reply.failure))
    return reply
  }
  return { isBusy, refusal, act }
}
