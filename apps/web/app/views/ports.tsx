import { COMMON } from '@octet/tools/web/ports/common.ts'
import { toCommonPorts, toPortEntries, toPortRange, type PortEntry, type PortRow } from '../dev/reference/port-rows.ts'
import { Fields, ToolForm } from '../dev/tool-form.tsx'
import { useText } from '../lang.tsx'
import { referenceText as words } from '../text/dev-reference.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { ErrorLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import '../dev/reference/reference.css'

type Output = { readonly rows: readonly PortRow[]; readonly total: number }

const COMMON_PORTS = toCommonPorts(COMMON)

/** The register of ports, searched as one types; before that, the ports met every day. */
export default function Ports(tool: ToolState<{ readonly text?: string }, Output>) {
  const t = useText()
  const { input, result, setInput } = tool
  const isEmpty = (input.text ?? '').trim() === ''
  const entries = result && !isEmpty ? toPortEntries(result.rows) : []
  return (
    <>
      <ToolForm tool={tool as ToolState} className="reference">
        <Fields tool={tool as ToolState} names={['text']} />
        <div className="reference-bar">
          <Fields tool={tool as ToolState} names={['protocol']} />
          <ResultActions {...(tool as ToolState)} />
        </div>
      </ToolForm>
      <ErrorLine {...(tool as ToolState)} />
      {isEmpty ? (
        <section className="reference-group">
          <h2>{t(words.common)}</h2>
          <p className="quiet">{t(words.commonHelp)}</p>
          <ul className="reference-cards">
            {COMMON_PORTS.map(({ port, protocols, practice }) => (
              <li key={port}>
                <button type="button" onClick={() => setInput({ text: String(port) })}>
                  <strong>{port}</strong>
                  <span>{practice}</span>
                  <Protocols names={protocols} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        result && (
          <section className="reference-group" aria-busy={tool.isRunning}>
            {entries.length === 0 && <p className="reference-none">{t(words.noPort)}</p>}
            {result.total > result.rows.length && (
              <p className="quiet">{t(words.more, { shown: result.rows.length, total: result.total.toLocaleString('en') })}</p>
            )}
            <ul className="reference-list">
              {entries.map((entry) => (
                <PortItem key={`${entry.port} ${entry.service}`} entry={entry} />
              ))}
            </ul>
          </section>
        )
      )}
    </>
  )
}

function PortItem({ entry: { port, service, description, practice, protocols } }: { entry: PortEntry }) {
  const t = useText()
  const name = practice || description || service || t(words.noService)
  const rest = [service, description].filter((word) => word && word !== name).join(' · ')
  return (
    <li className="reference-port">
      <span className="reference-key">{port}</span>
      <span className="reference-name">
        <strong>{name}</strong>
        {rest && <span>{rest}</span>}
      </span>
      <span className="reference-side">
        <Protocols names={protocols} />
        <span>{t(words[toPortRange(port)])}</span>
      </span>
    </li>
  )
}

const Protocols = ({ names }: { names: readonly string[] }) => (
  <span className="protocols">
    {names.map((name) => (
      <span key={name}>{name.toUpperCase()}</span>
    ))}
  </span>
)
