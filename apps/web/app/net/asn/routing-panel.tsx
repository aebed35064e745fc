import type { RoutingReport } from '@octet/core/probe/routing.ts'
import { useText } from '../../lang.tsx'
import { asnText as words } from '../../text/net-asn.ts'
import { Button } from '../../ui/button.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { CheckList } from '../checks/check-list.tsx'
import { PolicyList } from '../routing/policy-list.tsx'
import { useRouting } from '../routing/use-routing.ts'

/** What BGP data and the registries say now: registration, upstreams and peers. */
export function RoutingPanel({ asn }: { asn: string }) {
  const t = useText()
  const { answer, isRunning, start } = useRouting(asn)
  const report = answer?.code === 200 ? answer.data : undefined
  return (
    <section className="net-panel" aria-busy={isRunning}>
      <header>
        <h2>{t(words.now)}</h2>
        <Button icon="Sitemap" isBusy={isRunning} onClick={start}>
          {t(isRunning ? words.loading : words.ask)}
        </Button>
      </header>
      {!report && <p role={answer ? 'alert' : undefined}>{answer ? answer.msg : t(words.nowHelp)}</p>}
      {report && <Report report={report} />}
    </section>
  )
}

function Report({ report: { target, checks, registered, policies } }: { report: RoutingReport }) {
  const t = useText()
  const facts = [
    [words.handle, registered?.name],
    [words.missingNames.registry, registered?.registry?.toUpperCase()],
    [words.registration, registered?.country],
    [words.missingNames.allocated, registered?.allocated],
  ] as const
  return (
    <>
      <CheckList checks={checks} />
      <dl className="asn-facts">
        {facts.map(([label, value]) => (
          <div key={label.en}>
            <dt>{t(label)}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {policies.map((policy) => (
        <PolicyList key={policy.asn} policy={policy} />
      ))}
      <p className="asn-links">
        <SiteLink to="/ip/routing" search={{ target }}>
          {t(words.allRouting)}
        </SiteLink>
      </p>
    </>
  )
}
