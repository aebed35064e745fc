import { useText } from '../../lang.tsx'
import { toSizeWords } from '../../size-words.ts'
import { codedText } from '../../text/dev-coded.ts'
import { Icon } from '../../ui/icon.tsx'
import './coded.css'

export type Coded = {
  readonly text: string
  readonly direction: 'encode' | 'decode'
  readonly sizeBytes: number
  readonly shown?: string
  readonly mime?: string
  readonly file?: Blob
  readonly notes: readonly string[]
}

/** What was done and how large both sides are, in a line; what the decoder left out, below. */
export function CodedFacts({ result, inputChars }: { readonly result: Coded; readonly inputChars: number }) {
  const t = useText()
  const { direction, sizeBytes, shown, mime, notes } = result
  const coded = direction === 'encode' ? result.text.length : inputChars
  const [from, to] = direction === 'encode' ? [sizeBytes, coded] : [coded, sizeBytes]
  const percent = from > 0 ? Math.round((to / from - 1) * 100) : 0
  return (
    <>
      <p className="coded-facts">
        <strong>{t(direction === 'encode' ? codedText.encoded : codedText.decoded)}</strong>
        <span>
          {t(codedText.grows, {
            from: toSizeWords(from),
            to: toSizeWords(to),
            percent: `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}`,
          })}
        </span>
        {shown && <span>{shown.toUpperCase()}</span>}
        {mime && <span>{mime}</span>}
      </p>
      {notes.length > 0 && (
        <ul className="coded-notes">
          {notes.map((note) => (
            <li key={note}>
              <Icon name="AlertCircle" size={15} /> {note}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
