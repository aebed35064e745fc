import { FormFailure } from '../account/form-failure.tsx'
import { useAct } from '../account/use-act.ts'
import { useLang, useText } from '../lang.tsx'
import { toSizeWords } from '../size-words.ts'
import { downloadsText } from '../text/downloads.ts'
import { Button } from '../ui/button.tsx'
import { useHandedFocus } from '../ui/use-handed-focus.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import type { DatabaseInfo, FormatInfo } from './databases.ts'
import { useDownload, type DownloadState } from './use-download.ts'

type FormatRowProps = {
  readonly product: DatabaseInfo
  readonly value: FormatInfo
  readonly build: string | null
  readonly onChange: () => void
}

/** One file of a database: how large it is, and how to get it. */
export function FormatRow({ product, value, build, onChange }: FormatRowProps) {
  const t = useText()
  const lang = useLang()
  const { file, title } = value
  const name = file?.name ?? value.name
  const isOpen = product.is_subscribed === true
  const { state, refusal, start, pause, resume } = useDownload(product, value, onChange)
  const asked = useAct()
  const ref = useHandedFocus()
  const make = async () => {
    await asked.act('POST', `databases/${product.id}/${value.format}/make`)
    onChange()
  }
  const isBusy = asked.isBusy || value.state === 'making' || value.state === 'waiting'
  return (
    <li className="file-row">
      <div className="file-name">
        <strong>{title}</strong>
        <code>{name}</code>
      </div>
      <p className="file-figures">
        {file && (
          <>
            <span>{toSizeWords(file.size_bytes)}</span>
            {file.rows !== null && (
              <span>
                {t(downloadsText.rows)} {file.rows.toLocaleString(lang)}
              </span>
            )}
          </>
        )}
        <FileNote value={value} build={build} />
        <SaveNote state={state} />
      </p>
      <div className="file-actions">
        {file && <CopyButton text={file.sha256} label={t(downloadsText.copyChecksum)} subject={name} isIconOnly />}
        {state.kind === 'saving' && (
          <Button key="pause" ref={ref} icon="PlayerPause" subject={name} onClick={pause}>
            {t(downloadsText.pause)}
          </Button>
        )}
        {(state.kind === 'paused' || state.kind === 'broken') && (
          <Button key="resume" ref={ref} icon="PlayerPlay" subject={name} onClick={() => void resume()}>
            {t(downloadsText.resume)}
          </Button>
        )}
        {isOpen && file && (state.kind === 'idle' || state.kind === 'asking' || state.kind === 'saved') && (
          <Button
            key="download"
            ref={ref}
            icon="Download"
            subject={name}
            isBusy={state.kind === 'asking'}
            onClick={() => void start()}
          >
            {t(downloadsText.download)}
          </Button>
        )}
        {isOpen && !file && (
          <Button icon="Hammer" subject={name} isBusy={isBusy} disabled={build === null} onClick={() => void make()}>
            {t(value.state === 'failed' ? downloadsText.makeAgain : downloadsText.make)}
          </Button>
        )}
      </div>
      <FormFailure words={refusal ?? asked.refusal} />
      {(state.kind === 'saving' || state.kind === 'paused') && (
        <progress max={state.totalBytes} value={state.doneBytes} aria-label={file?.name} />
      )}
      {value.state === 'making' && <progress aria-label={title} />}
    </li>
  )
}

/** Where the making of a file is. */
function FileNote({ value: { state, rows_written: rows, failure, file }, build }: { value: FormatInfo; build: string | null }) {
  const t = useText()
  const lang = useLang()
  if (state === 'making') return <span>{t(downloadsText.making, { rows: (rows ?? 0).toLocaleString(lang) })}</span>
  if (state === 'waiting') return <span>{t(downloadsText.waiting)}</span>
  if (state === 'failed') return <span className="file-bad">{t(downloadsText.failed, { reason: failure ?? '' })}</span>
  if (!file) return <span>{t(downloadsText.notMade)}</span>
  return file.build === build ? null : <span>{t(downloadsText.older, { day: file.date })}</span>
}

function SaveNote({ state }: { state: DownloadState }) {
  const t = useText()
  if (!('doneBytes' in state)) return state.kind === 'saved' ? <span className="file-ok">{t(downloadsText.saved)}</span> : null
  const words = { done: toSizeWords(state.doneBytes), total: toSizeWords(state.totalBytes) }
  return <span role="status">{t(downloadsText[state.kind], words)}</span>
}
