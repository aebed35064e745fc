import { SITES, type Site } from '@octet/tools/ip/network-test/sites.ts'
import { useText } from '../lang.tsx'
import { toTimeWords } from '../size-words.ts'
import { netTestText as words } from '../text/net-test.ts'
import { OneField } from '../tool/workbench.tsx'
import { ErrorLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { Breakable } from '../ui/breakable.tsx'
import { Button } from '../ui/button.tsx'
import { Chip, type Tone } from './chip.tsx'
import type { Reach } from './use-reach.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Row = {
  readonly id: string
  readonly name: string
  readonly state: 'waiting' | 'reached' | 'failed'
  readonly status: number | null
  readonly ms: number | null
  readonly reason: string | null
}
export type NetworkTestTool = ToolState<{ readonly region?: string; readonly site?: string }, { readonly sites: readonly Row[] }>

type ReachPanelProps = {
  readonly tool: NetworkTestTool
  readonly reach: Reach
  readonly isRunning: boolean
  readonly onStart: () => void
}

const TONES: Readonly<Record<string, Tone>> = { reached: 'ok', failed: 'bad', blocked: 'warn', waiting: 'wait' }

/** Which sites answer the browser, and which answer the server, side by side. */
export function ReachPanel({ tool, reach, isRunning, onStart }: ReachPanelProps) {
  const t = useText()
  const isBlocked = Object.values(reach).some(({ state }) => state === 'blocked')
  const isBusy = isRunning || tool.isRunning
  const own = tool.result?.sites.find(({ id }) => id === 'own')
  const { region = 'all' } = tool.input
  return (
    <section className="net-panel reach-panel">
      <header>
        <h2>{t(words.reach)}</h2>
        <Button icon="World" isBusy={isBusy} onClick={onStart}>
          {t(isBusy ? words.waiting : words.reachStart)}
        </Button>
      </header>
      <p>{t(words.reachHelp)}</p>
      <div className="reach-fields">
        {tool.fields.map((field) => (
          <OneField key={field.name} field={field} {...tool} />
        ))}
      </div>
      <ErrorLine {...tool} />
      {isBlocked && (
        <p role="status" className="reach-blocked">
          {t(words.reachBlocked)} <Button onClick={() => location.reload()}>{t(words.reload)}</Button>
        </p>
      )}
      <ScrollArea className="net-table" label={t(words.reach)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(words.site)}</th>
              <th scope="col">{t(words.fromBrowser)}</th>
              <th scope="col">{t(words.fromServer)}</th>
            </tr>
          </thead>
          <tbody>
            {own && (
              <tr>
                <td>{own.name}</td>
                <td>
                  <span className="none">{t(words.ownOnlyServer)}</span>
                </td>
                <td>
                  <ServerOutcome row={own} isRunning={tool.isRunning} />
                </td>
              </tr>
            )}
            {SITES.filter((site) => region === 'all' || site.region === region).map((site) => (
              <SiteRow key={site.id} site={site} here={reach[site.id]} isRunning={isRunning} tool={tool} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}

type SiteRowProps = Pick<ReachPanelProps, 'tool' | 'isRunning'> & {
  readonly site: Site
  readonly here: Reach[string] | undefined
}

function SiteRow({ site: { id, name, url }, here, isRunning, tool }: SiteRowProps) {
  const t = useText()
  return (
    <tr>
      <td>
        {t(name)}
        <small>
          <Breakable words={new URL(url).host} at={/(?=\.)/} />
        </small>
      </td>
      <td>
        <Outcome state={here?.state ?? (isRunning ? 'waiting' : undefined)} ms={here?.ms} />
      </td>
      <td>
        <ServerOutcome row={tool.result?.sites.find((row) => row.id === id)} isRunning={tool.isRunning} />
      </td>
    </tr>
  )
}

const ServerOutcome = ({ row, isRunning }: { row: Row | undefined; isRunning: boolean }) => (
  <Outcome
    state={row?.state ?? (isRunning ? 'waiting' : undefined)}
    ms={row?.ms}
    note={row?.reason ?? (row?.status ? `HTTP ${row.status}` : undefined)}
  />
)

type OutcomeProps = {
  readonly state: 'waiting' | 'reached' | 'failed' | 'blocked' | undefined
  readonly ms?: number | null | undefined
  readonly note?: string | undefined
}

function Outcome({ state, ms, note }: OutcomeProps) {
  const t = useText()
  if (!state) return <span className="none">–</span>
  return (
    <>
      <Chip tone={TONES[state] ?? 'wait'}>{t(words[state])}</Chip> {typeof ms === 'number' && toTimeWords(ms)}
      {note && <small>{note}</small>}
    </>
  )
}
