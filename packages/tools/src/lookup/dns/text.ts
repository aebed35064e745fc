import {
  DNSSEC_STATES,
  type DnsAnswer,
  type DnsComparison,
  type DnsHealth,
  type DnssecResult,
  type DnsTrace,
} from '@octet/core/probe/dns.ts'
import type { Lang } from '@octet/core/text.ts'
import { POLLUTION_MARKS, VERDICTS, type Pollution } from './pollution.ts'

/** Everything a run may have found; what is null was not asked for. */
export type DnsFindings = {
  answers: readonly DnsAnswer[]
  trace: DnsTrace | null
  comparison: DnsComparison | null
  dnssec: DnssecResult | null
  pollution: Pollution | null
  health: DnsHealth | null
}

const MARKS = { good: '✓', notice: '!', bad: '✗' } as const

/** The findings as plain lines, for terminals and the clipboard. */
export function toDnsText(findings: DnsFindings, lang: Lang): string {
  const { answers, trace, comparison, dnssec, pollution, health } = findings
  if (trace) return toTraceText(trace, lang)
  if (comparison) return toComparisonText(comparison, lang)
  if (dnssec) return toDnssecText(dnssec, lang)
  if (pollution) return toPollutionText(pollution, lang)
  if (health) return toHealthText(health, lang)
  return answers.map(({ dig }) => dig).join('\n\n')
}

function toTraceText({ steps }: DnsTrace, lang: Lang): string {
  const blocks = steps.map(({ zone, server, address, ms, outcome, records, glue, note }) => {
    const head = `;; ${zone}  ${server} (${address})  ${ms === null ? '' : `${ms} ms  `}${outcome}${note ? `: ${note[lang]}` : ''}`
    return [head, ...[...records, ...glue].map((one) => [one.name, one.ttl, one.class, one.type, one.data].join('\t'))].join('\n')
  })
  return blocks.join('\n\n')
}

function toComparisonText({ resolvers, groups }: DnsComparison, lang: Lang): string {
  const head = groups.map(({ values, rcode, count }, index) =>
    `#${index + 1}  ×${count}  ${rcode}  ${values.join(' ')}`.trimEnd(),
  )
  const rows = resolvers.map(({ name, server, state, group, ttl, ms, note }) => {
    const outcome = state === 'answered' ? `#${group}  TTL ${ttl ?? '–'}  ${ms} ms` : (note?.[lang] ?? state)
    return `${name} (${server})  ${outcome}`
  })
  return [...head, '', ...rows].join('\n')
}

function toDnssecText({ name, type, state, reason, chain, proofs, checks }: DnssecResult, lang: Lang): string {
  const links = chain.map((link) => {
    const keys = link.keys.map(({ keyTag, algorithm, role }) => `${role} ${keyTag} ${algorithm}`)
    return [link.zone, DNSSEC_STATES[link.state][lang], ...keys].join('  ') + (link.reason ? `\n    ${link.reason[lang]}` : '')
  })
  const lines = proofs.map(
    (proof) => `${proof.name} ${proof.type}  ${proof.kind}  ${DNSSEC_STATES[proof.state][lang]}  ${proof.by}`,
  )
  const verdict = `${name} ${type}: ${DNSSEC_STATES[state][lang]}${reason ? ` – ${reason[lang]}` : ''}`
  const advice = checks.map(({ text }) => `! ${text[lang]}`)
  return [verdict, ...advice, '', ...links, '', ...lines].join('\n')
}

function toPollutionText({ verdict, findings, reference, rows }: Pollution, lang: Lang): string {
  const lines = rows.map(({ name, server, way, state, answers, mark, why }) => {
    const said = answers.map(({ rcode, values, ms }) => `${values.join(' ') || rcode} (${ms} ms)`).join(' | ') || state
    const marked = mark ? POLLUTION_MARKS[mark][lang] : ''
    return [`${name || way} ${server}`.trim(), said, marked, why?.[lang]].filter(Boolean).join('  ')
  })
  const head = [VERDICTS[verdict][lang], ...findings.map(({ verdict: one, text }) => `${MARKS[one]} ${text[lang]}`)]
  return [...head, '', `= ${reference.join(' ')}`, '', ...lines].join('\n')
}

function toHealthText({ zone, nameServers, checks }: DnsHealth, lang: Lang): string {
  const servers = nameServers.map(({ name, address, serial, ms, note }) =>
    [name, address, serial ?? '', ms === null ? '' : `${ms} ms`, note?.[lang] ?? ''].filter(Boolean).join('  '),
  )
  return [zone, '', ...servers, '', ...checks.map(({ verdict, text }) => `${MARKS[verdict]} ${text[lang]}`)].join('\n')
}
