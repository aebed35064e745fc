import './files.css'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useText } from '../lang.tsx'
import { neverTwice } from '../never-twice.ts'
import { filesText } from '../text/account-files.ts'
import { Button } from '../ui/button.tsx'
import type { Dashboard } from './dashboard.ts'
import { FileForm } from './file-form.tsx'
import { FileList } from './file-list.tsx'
import { isOpen, type Job } from './job.ts'
import { toKeyState, type Key } from './key.ts'
import { useLoaded, type Loaded } from './request.ts'
import { Waiting } from './waiting.tsx'

const LOOK_MS = 2_000

type FilesPanelProps = {
  readonly keys: readonly Key[]
  readonly month: Dashboard['month']
  readonly onChange: () => void
}

/** Files of addresses: sent, watched, fetched. */
export function FilesPanel({ keys, month, onChange }: FilesPanelProps) {
  const t = useText()
  const jobs = useLoaded<readonly Job[]>('account/jobs')
  const [file, setFile] = useState<File>()
  const picker = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const good = keys.filter((key) => key.scopes.includes('geo') && ['live', 'ending'].includes(toKeyState(key)))
  useLook(jobs, onChange)
  const close = () => {
    setFile(undefined)
    opener.current?.focus()
  }
  const onDrop = (event: DragEvent) => {
    const [dropped] = event.dataTransfer.files
    if (!dropped || good.length === 0) return
    event.preventDefault()
    setFile(dropped)
  }
  const onListChange = () => {
    void jobs.reload()
    onChange() // what is stopped gives requests back
  }
  const { data } = jobs
  return (
    <section
      className="account-section"
      aria-labelledby="files-title"
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <div className="account-title">
        <h2 id="files-title">{t(filesText.title)}</h2>
        <Button ref={opener} icon="Upload" disabled={good.length === 0} onClick={() => picker.current?.click()}>
          {t(filesText.choose)}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t(filesText.choose)}
          accept=".csv,.tsv,.txt,.log,text/*"
          onChange={({ target }) => {
            setFile(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
      {file && (
        <FileForm
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          keys={good}
          left={month && Math.max(0, month.limit - month.used)}
          onClose={close}
          onSent={() => {
            close()
            void jobs.reload()
            onChange()
          }}
        />
      )}
      {!data && <Waiting loaded={jobs} />}
      {data?.length === 0 && !file && <p className="account-empty">{t(good.length === 0 ? filesText.noKey : filesText.none)}</p>}
      {data && data.length > 0 && <FileList jobs={data} onChange={onListChange} />}
    </section>
  )
}

/** Looks again while something is under way. */
function useLook({ data, reload }: Loaded<readonly Job[]>, onChange: () => void): void {
  const isBusy = data?.some(isOpen) ?? false
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) onChange()
    wasBusy.current = isBusy
    if (!isBusy) return undefined
    const look = neverTwice(reload)
    const timer = setInterval(() => document.hidden || void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isBusy, reload, onChange])
}
