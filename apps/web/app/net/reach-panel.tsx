import { SITES } from '@octet/tools/ip/network-test/sites.ts'
import { useText } from '../lang.tsx'
import { toTimeWords } from '../size-words.ts'
import { netTestText as words } from '../text/net-test.ts'
import { ErrorLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import { Chip, type Tone } from './chip.tsx'
import type { Reach } from './use-reach.ts'

type Row = {
  readonly id: string
  readonly state: 'waiting' | 'reached' | 'failed'
  readonly status: number | null
  readonly ms: number | null
  readonly reason: string | null
}
export type NetworkTestTool = ToolState<{ readonly region: string }, { readonly sites: readonly Row[] }>

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
  return (
    <section className="net-panel reach-panel">
      <header>
        <h2>{t(words.reach)}</h2>
        <Button icon="World" disabled={isBusy} onClick={onStart}>
          {t(isBusy ? words.waiting : words.reachStart)}
        </Button>
      </header>
      <p>{t(words.reachHelp)}</p>
      <ErrorLine {...(tool as unknown as ToolState)} />
      {isBlocked && (
        <p role="status" className="reach-blocked">
          {t(words.reachBlocked)} <Button onClick={() => location.reload()}>{t(words.reload)}</Button>
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls can be reached by the keyboard */}
      <div className="net-table" tabIndex={0} role="region" aria-label={t(words.reach)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(words.site)}</th>
              <th scope="col">{t(words.fromBrowser)}</th>
              <th scope="col">{t(words.fromServer)}</th>
            </tr>
          </thead>
          <tbody>
            {SITES.map(({ id, name, url }) => {
              const here = reach[id]
              const there = tool.result?.sites.find((row) => row.id === id)
              return (
                <tr key={id}>
                  <td>
                    {t(name)}
                    <small>{new URL(url).host}</small>
                  </td>
                  <td>
                    <Outcome state={here?.state ?? (isRunning ? 'waiting' : undefined)} ms={here?.ms} />
                  </td>
                  <td>
                    <Outcome
                      state={there?.state ?? (tool.isRunning ? 'waiting' : undefined)}
                      ms={there?.ms}
                      note={there?.reason ?? (there?.status ? `HTTP ${there.status}` : undefined)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

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
