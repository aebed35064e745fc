import { useEffect, useRef } from 'react'
import { toLocale } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { printText } from '../text/net-print.ts'
import type { ToolState } from '../tool/view.ts'

/** On paper alone: when what is shown had come, and the address that asks for it again. */
export default function PrintedLine({ result, error }: Pick<ToolState, 'result' | 'error'>) {
  const t = useText()
  const lang = useLang()
  const line = useRef<HTMLParagraphElement>(null)
  const time = useRef('')
  useEffect(() => {
    time.current = new Intl.DateTimeFormat(toLocale(lang), { dateStyle: 'long', timeStyle: 'long' }).format(new Date())
  }, [result, lang])
  useEffect(() => {
    const write = () => {
      // After a failure the address is that of another question than the result.
      const address = error ? '' : ` · ${location.href}`
      if (line.current) line.current.textContent = t(printText.asOf, { time: time.current }) + address
    }
    addEventListener('beforeprint', write)
    return () => removeEventListener('beforeprint', write)
  })
  return <p className="printed" ref={line} />
}
