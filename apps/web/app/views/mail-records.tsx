import '../net/net.css'
import './mail-records.css'
import { useState } from 'react'
import { SERVICES } from '@octet/tools/generate/mail-records/services.ts'
import type { RecordsInput, RecordsOutput } from '@octet/tools/generate/mail-records/input.ts'
import { TextFile } from '../dev/text-file.tsx'
import { useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { ResultView } from '../result/result-view.tsx'
import { smallText } from '../text/dev-small.ts'
import { mailRecordsText as words } from '../text/mail-records.ts'
import { toolText } from '../text/tool.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Workbench } from '../tool/workbench.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { SiteLink } from '../ui/site-link.tsx'

type Tool = ToolState<RecordsInput, RecordsOutput>

/** Services stand beneath the list of senders, to be put into it with a click. */
export default function MailRecords(tool: Tool) {
  return (
    <div className="mail-records-form">
      <Workbench {...(tool as unknown as ToolState)} Result={Result} beneath={{ senders: <Services {...tool} /> }} />
    </div>
  )
}

/** The services by name; one that is named on a line of its own already is taken out again. */
function Services({ input, setInput }: Tool) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const lines = input.senders.split('\n')
  return (
    <div className="mail-services" role="group" aria-label={t(words.services)}>
      {(isWhole ? SERVICES : SERVICES.slice(0, FIRST)).map(({ id, name, include }) => {
        const isNamed = (line: string) => [id, name.en, name.zh, include].includes(line.trim())
        const isPressed = lines.some(isNamed)
        const rest = lines.filter((line) => !isNamed(line))
        const senders = isPressed ? rest : [...lines.filter((line) => line.trim() !== ''), t(name)]
        return (
          <button key={id} type="button" aria-pressed={isPressed} onClick={() => setInput({ senders: senders.join('\n') })}>
            {t(name)}
          </button>
        )
      })}
      {!isWhole && (
        <button type="button" onClick={() => setWhole(true)}>
          {t(words.more)} …
        </button>
      )}
    </div>
  )
}

/** Services that are shown at first. */
const FIRST = 11

/** Each record with buttons that copy what panels ask for, then what else to know, and all as files. */
function Result({ card, input, result, isRunning, run }: Tool) {
  const t = useText()
  if (!result) return null
  const { records, text, privateKey, policy, progress, whole: _whole, ...facts } = result
  const { properties = {} } = card.output as Schema
  const label = (name: string) => t(unwrap(properties[name] ?? {}).label ?? toolText.output)
  return (
    <div className="result" aria-busy={isRunning}>
      <header className="pane-head">
        <h2>{label('records')}</h2>
        {isRunning && progress !== undefined && <progress max={1} value={progress} aria-label={t(toolText.running)} />}
        {privateKey !== undefined && (
          <Button kind="ghost" icon="Refresh" onClick={() => run()}>
            {t(smallText.makeNew)}
          </Button>
        )}
        <SiteLink to="/lookup/mail" search={{ domain: input.domain }}>
          {t(words.check)}
        </SiteLink>
      </header>
      <ul className="made-records">
        {records.map((record) => (
          <MadeRecord key={`${record.name} ${record.type} ${record.value}`} {...record} />
        ))}
      </ul>
      {privateKey !== undefined && <TextFile label={label('privateKey')} text={privateKey} fileName="dkim-private.pem" />}
      <ResultView schema={card.output} value={{ ...facts, parts: undefined, lookups: undefined }} />
      {policy !== undefined && <TextFile label={label('policy')} text={policy} fileName="mta-sts.txt" />}
      {text !== '' && <TextFile label={label('text')} text={text} fileName="mail-records.zone" />}
      <ResultView schema={card.output} value={{ parts: facts.parts }} />
    </div>
  )
}

/** Values that may have to be scrolled. */
const LONG = 150

function MadeRecord({ host, type, value, purpose, zone }: RecordsOutput['records'][number]) {
  const t = useText()
  const rows = { host, value }
  return (
    <li>
      <p>
        <strong>{type}</strong> <span>{purpose}</span>{' '}
        {zone !== undefined && (
          <Chip tone="warn" isLong>
            {t(words.inZone, { zone })}
          </Chip>
        )}
      </p>
      <dl>
        {(['host', 'value'] as const).map((name) => (
          <div key={name}>
            <dt>{t(words[name])}</dt>
            <dd className="mono" tabIndex={rows[name].length > LONG ? 0 : undefined}>
              {rows[name]}
            </dd>
            <CopyButton isIconOnly text={rows[name]} subject={t(words[name])} />
          </div>
        ))}
      </dl>
    </li>
  )
}
