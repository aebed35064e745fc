import { useEffect, useState } from 'react'
import { CopyValue } from '../ip/copy-value.tsx'
import { useFamilies, type Family, type OwnAddress } from '../ip/use-families.ts'
import { useOwnRecord } from '../ip/use-own-record.ts'
import { useText } from '../lang.tsx'
import { netTestText as words } from '../text/net-test.ts'
import { Chip } from './chip.tsx'
import { toFamilyState, type Reach } from './use-reach.ts'

const PROTOCOLS: Readonly<Record<string, string>> = { 'http/1.0': 'HTTP/1.0', 'http/1.1': 'HTTP/1.1', h2: 'HTTP/2', h3: 'HTTP/3' }

/** The family of this connection, and what single-family hosts tell about the other. */
export function FamilyPanel({ reach }: { reach: Reach }) {
  const t = useText()
  const own = useOwnRecord()
  const protocol = useProtocol()
  const used = own && (own.ip.includes(':') ? 6 : 4)
  const families = useFamilies()
  const test = (family: Family) => toOwnState(families[family]) ?? toFamilyState(reach, family)
  const works = { 4: used === 4 || test(4), 6: used === 6 || test(6) }
  return (
    <section className="net-panel family-panel">
      <h2>{t(words.families)}</h2>
      <dl>
        <div>
          <dt>{t(words.seen)}</dt>
          <dd>
            {own ? <CopyValue words={own.ip} /> : '…'} <small>{t(words.seenBy)}</small>
          </dd>
        </div>
        {([4, 6] as const).map((family) => (
          <div key={family}>
            <dt>{t(family === 4 ? words.ipv4 : words.ipv6)}</dt>
            <dd>
              <Chip tone={works[family] ? 'ok' : works[family] === false ? 'warn' : 'wait'}>
                {t(used === family ? words.worksHere : toWord(works[family]))}
              </Chip>{' '}
              {used !== family && <OtherAddress own={families[family]} />}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t(words.protocol)}</dt>
          <dd>
            {protocol ?? '…'} <small>{t(words.protocolHelp)}</small>
          </dd>
        </div>
      </dl>
      <p>{t(toVerdict(works[4], works[6]))}</p>
    </section>
  )
}

/** Whether a family works, by this site's own name of that family: unlike others it is reached wherever the page is. */
function toOwnState(own: OwnAddress | undefined): boolean | undefined {
  return own && own.state !== 'asking' ? own.state === 'seen' : undefined
}

const OtherAddress = ({ own }: { own: OwnAddress | undefined }) => (own?.state === 'seen' ? <CopyValue words={own.ip} /> : null)

const toWord = (state: boolean | undefined) => (state === undefined ? words.notTested : state ? words.works : words.notReached)

function toVerdict(works4: boolean | undefined, works6: boolean | undefined) {
  if (works4 && works6) return words.dual
  if (works4 && works6 === false) return words.only4
  return works6 && works4 === false ? words.only6 : words.familyHow
}

function useProtocol(): string | undefined {
  const [protocol, setProtocol] = useState<string>()
  useEffect(() => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const name = page?.nextHopProtocol ?? ''
    setProtocol(PROTOCOLS[name] ?? (name || '–'))
  }, [])
  return protocol
}
