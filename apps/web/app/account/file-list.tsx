import { useState } from 'react'
import { toDayTime, toLocale } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { toSizeWords } from '../size-words.ts'
import { filesText } from '../text/account-files.ts'
import { AskRemoval } from '../ui/ask-removal.tsx'
import { RemovalButton } from '../ui/removal-button.tsx'
import { Button } from '../ui/button.tsx'
import { toFailureText } from './failure-in.ts'
import { FormFailure } from './form-failure.tsx'
import { isOpen, type Job } from './job.ts'
import { request } from './request.ts'
import { useAct } from './use-act.ts'

type FileListProps = { readonly jobs: readonly Job[]; readonly onChange: () => void }

/** Files that were looked up, the newest first. */
export function FileList({ jobs, onChange }: FileListProps) {
  const t = useText()
  return (
    <ul className="looked-up" aria-label={t(filesText.list)}>
      {jobs.map((job) => (
        <FileRow key={job.id} job={job} onChange={onChange} />
      ))}
    </ul>
  )
}

function FileRow({ job, onChange }: { readonly job: Job; readonly onChange: () => void }) {
  const t = useText()
  const lang = useLang()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, refusal, act } = useAct()
  const name = job.name ?? t(filesText.unnamed)
  const download = async () => {
    const { data } = await act<{ url: string; name: string }>('POST', `account/jobs/${job.id}/link`)
    if (!data) return
    const anchor = document.createElement('a')
    anchor.href = `${data.url}${job.format === 'ndjson' ? '' : '&bom=1'}`
    anchor.download = data.name
    anchor.click()
  }
  const remove = async () => {
    const { failure } = await request('DELETE', `account/jobs/${job.id}`, {}, { isQuiet: true })
    if (!failure) onChange()
    return failure && toFailureText(failure)
  }
  return (
    <li>
      <div className="looked-up-row">
        <div>
          <strong>{name}</strong>
          <p className="account-note">
            <span>
              {t(job.format === 'table' ? filesText.rows : filesText.addresses, {
                count: job.lines.toLocaleString(toLocale(lang)),
              })}
            </span>
            <time dateTime={job.created_at}>{toDayTime(job.created_at, lang)}</time>
            <FileState job={job} />
          </p>
        </div>
        <span className="looked-up-buttons">
          {job.state === 'done' && (
            <Button icon="Download" subject={name} isBusy={isBusy} onClick={() => void download()}>
              {`${t(filesText.download)}${job.result_bytes === null ? '' : ` ${toSizeWords(job.result_bytes)}`}`}
            </Button>
          )}
          <RemovalButton label={t(filesText.remove)} subject={name} isAsking={isAsking} onAsk={setAsking} />
        </span>
      </div>
      {job.state === 'running' && <progress max={100} value={job.percent} aria-label={name} />}
      <FormFailure words={refusal} />
      {isAsking && (
        <AskRemoval
          subject={name}
          help={t(isOpen(job) ? filesText.stopHelp : filesText.removeHelp)}
          onNo={() => setAsking(false)}
          onYes={remove}
        />
      )}
    </li>
  )
}

function FileState({ job: { state, format, percent, failed, msg, returned_units: returned } }: { readonly job: Job }) {
  const t = useText()
  const lang = useLang()
  const toNumber = (value: number) => value.toLocaleString(toLocale(lang))
  if (state === 'running') return <span>{t(filesText.running, { percent })}</span>
  if (state === 'done')
    return (
      failed > 0 && <span>{t(format === 'table' ? filesText.without : filesText.unanswered, { count: toNumber(failed) })}</span>
    )
  if (state !== 'failed') return <span>{t(filesText[state])}</span>
  return (
    <span className="file-fault">
      {t(filesText.failed, { reason: msg ?? '' })}
      {returned > 0 && ` · ${t(filesText.returned, { count: toNumber(returned) })}`}
    </span>
  )
}
