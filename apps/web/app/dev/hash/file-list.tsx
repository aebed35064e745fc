import { useRef, useState } from 'react'
import { useText } from '../../lang.tsx'
import { toSizeWords, toTimeWords } from '../../size-words.ts'
import { hashText } from '../../text/dev-hash.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DigestTable, Verdict } from './digest-table.tsx'
import type { FileJob, FileQueue } from './use-file-queue.ts'

/** Where files are dropped or chosen, and how each of them stands. */
export function FileList({ queue }: { queue: FileQueue }) {
  const t = useText()
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { jobs, add, clear } = queue
  const done = jobs.filter(({ output }) => output)
  const toList = () => done.map(({ file, output }) => `${output?.text}  ${file.name}`).join('\n')
  return (
    <section className="hash-files" aria-label={t(hashText.files)}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an extra; the button does the same */}
      <div
        className={`file ${isOver ? 'over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          event.stopPropagation()
          setOver(false)
          add(event.dataTransfer.files)
        }}
      >
        <p>
          <span className="drop-words">{t(hashText.dropFiles)}</span>
          <Button icon="Upload" onClick={() => picker.current?.click()}>
            {t(hashText.chooseFiles)}
          </Button>
        </p>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            add(event.target.files ?? [])
            event.target.value = ''
          }}
        />
      </div>
      {jobs.length > 1 && (
        <div className="hash-files-bar">
          <span className="quiet">
            {done.length} / {jobs.length}
          </span>
          <CopyButton label={t(hashText.copyAll)} disabled={done.length === 0} text={toList} />
          <Button kind="ghost" icon="Trash" onClick={clear}>
            {t(hashText.removeAll)}
          </Button>
        </div>
      )}
      <ul>
        {jobs.map((job) => (
          <FileRow key={job.id} job={job} queue={queue} isOpen={jobs.length <= 3} />
        ))}
      </ul>
    </section>
  )
}

function FileRow({ job, queue, isOpen }: { job: FileJob; queue: FileQueue; isOpen: boolean }) {
  const t = useText()
  const { id, file, state, output, problem, elapsedMs } = job
  const name = file.name
  return (
    <li className={`hash-file ${state}`}>
      <header>
        <Icon name="File" />
        <strong>{name}</strong>
        <span className="quiet">{toSizeWords(file.size)}</span>
        {state === 'waiting' && <span className="quiet">{t(hashText.waiting)}</span>}
        {state === 'cancelled' && <span className="quiet">{t(hashText.cancelled)}</span>}
        {state === 'done' && (
          <span className="quiet">
            {toTimeWords(elapsedMs)} ·{' '}
            {t(hashText.speed, { size: toSizeWords(Math.round((file.size / Math.max(1, elapsedMs)) * 1000)) })}
          </span>
        )}
        <Verdict output={output} />
        <span className="hash-file-actions">
          {(state === 'running' || state === 'waiting') && (
            <Button kind="ghost" icon="PlayerStop" isIconOnly onClick={() => queue.cancel(id)}>
              {t(hashText.cancelFile, { name })}
            </Button>
          )}
          {(state === 'cancelled' || state === 'failed') && (
            <Button kind="ghost" icon="Refresh" subject={name} onClick={() => queue.again(id)}>
              {t(hashText.again)}
            </Button>
          )}
          {state !== 'running' && state !== 'waiting' && (
            <Button kind="ghost" icon="X" isIconOnly onClick={() => queue.remove(id)}>
              {t(hashText.removeFile, { name })}
            </Button>
          )}
        </span>
      </header>
      {state === 'running' && <Progress job={job} />}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {output &&
        (isOpen ? (
          <DigestTable output={output} file={name} />
        ) : (
          <details>
            <summary>
              <code>{output.text}</code>
            </summary>
            <DigestTable output={output} file={name} />
          </details>
        ))}
    </li>
  )
}

function Progress({ job: { file, progress, elapsedMs } }: { job: FileJob }) {
  const t = useText()
  const bytesPerMs = elapsedMs > 0 ? (file.size * progress) / elapsedMs : 0
  return (
    <div className="hash-progress">
      <progress max={1} value={progress} aria-label={t(hashText.progressOf, { name: file.name })} />
      <span className="quiet">{Math.round(progress * 100)}%</span>
      {bytesPerMs > 0 && (
        <span className="quiet">
          {t(hashText.speed, { size: toSizeWords(Math.round(bytesPerMs * 1000)) })} ·{' '}
          {t(hashText.secondsLeft, { count: Math.ceil((file.size * (1 - progress)) / bytesPerMs / 1000) })}
        </span>
      )}
    </div>
  )
}
