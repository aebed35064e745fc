import { isIP } from 'node:net'
import type { TlsProbe, TlsReport } from '@octet/core/probe/tls.ts'
import type { DnsClient } from '../dns/client.ts'
import type { Guard } from '../guard/guard.ts'
import type { Fetcher } from '../http/fetch.ts'
import { readHsts } from '../http/hsts.ts'
import { checkOtherFamily, tryOtherFamily } from '../other-family.ts'
import { toUnreachable } from '../unreachable.ts'
import { checkCaa } from './caa.ts'
import { mustStaple, readCertificateParts, readScts } from './certificate-parts.ts'
import { maySignHandshakes } from './explain-chain.ts'
import type { ChainFacts } from './facts.ts'
import { lookFirst } from './first-look.ts'
import { gradeTls } from './grade.ts'
import { askForSent, createHands, offers, VERSIONS, type Version } from './hands.ts'
import { listGroups, listSuites } from './key-exchange.ts'
import { judgeCipher, listCiphers, NO_CIPHERS } from './list-ciphers.ts'
import { findMissingIssuer } from './missing-issuer.ts'
import { askOcsp, parseOcsp } from './ocsp.ts'
import { listWeakCiphers, offersSsl3 } from './old-hello.ts'
import { checkOtherCertificate } from './other-certificate.ts'
import { judgeChain } from './sent-chain.ts'
import { checkTlsa } from './tlsa.ts'

export type TlsProbeOptions = {
  readonly guard: Guard
  /** Asks OCSP responders. */
  readonly fetcher: Fetcher
  /** Asks for TLSA records; without it none are looked for. */
  readonly client?: DnsClient | undefined
  readonly ca?: string | undefined
  readonly now?: (() => Date) | undefined
  readonly limits?: Limits | undefined
}

/** How long the whole report, one handshake of it and its look at the web server may take. */
type Limits = { readonly totalMs: number; readonly handshakeMs: number; readonly webMs: number }

const LIMITS: Limits = { totalMs: 9000, handshakeMs: 3500, webMs: 2500 }

/** Looks at a TLS server by shaking hands with it in several ways; the certificate comes first, then versions and ciphers. */
export function createTlsProbe(options: TlsProbeOptions): TlsProbe {
  return { report: (asked) => report(options, asked) }
}

async function* report(
  { guard, fetcher, client, ca, now = () => new Date(), limits: { totalMs, handshakeMs, webMs } = LIMITS }: TlsProbeOptions,
  { host, port = 443, startTls, family: wanted, connectTo, signal, timeoutMs = totalMs }: Parameters<TlsProbe['report']>[0],
): ReturnType<TlsProbe['report']> {
  const deadline = performance.now() + Math.min(timeoutMs, totalMs)
  if (connectTo && isIP(host) === 0) guard.checkName(host)
  const target = await guard.open(connectTo ?? host, { signal, timeoutMs: 3000 })
  const family = connectTo ? undefined : wanted
  const left = () => Math.max(1, Math.min(handshakeMs, deadline - performance.now()))
  const label = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const { address, missed } = await guard
    .reach(target, { port, family, signal, timeoutMs: left() })
    .catch((error: Error) => Promise.reject(toUnreachable(error, label)))
  const hands = createHands({ guard, host, address, port, startTls, signal, left, label })
  const { openPlain, overhear } = hands
  const { first, ...met } = await lookFirst(hands, { host, port, label, ca, now: now() })
  let { shake } = met
  const { chain, stapled, isNamed, dotted, ...shown } = first
  const [leaf, issuer] = chain
  const parts = readCertificateParts(leaf!)
  const ocsp = stapled && issuer ? parseOcsp(stapled, leaf!, issuer) : undefined
  const base: Omit<TlsReport, 'grade' | 'checks' | 'isComplete'> = {
    host,
    port,
    address,
    startTls: startTls ?? null,
    ...shown,
    hasStapledOcsp: stapled !== undefined,
    ocsp: ocsp ? { ...ocsp, source: 'stapled', url: null } : null,
    scts: readScts(parts),
    versions: [...VERSIONS, 'SSLv3'].map((version) => ({ version, isOffered: null })),
    groups: [],
    suites: [],
    ciphers: [],
  }
  const more: ChainFacts = {
    mustStaple: mustStaple(parts),
    isUsable: maySignHandshakes(leaf!) || !needsSignature(shown),
    sent: undefined,
    isNamed,
    asksForCertificate: false,
    isCutShort: false,
    isRenegotiationSafe: undefined,
    primeBits: undefined,
    hasOrder: undefined,
    now: now(),
    hsts: undefined,
    dns: [],
    other: dotted,
  }
  const toReport = (facts: typeof base, isComplete: boolean): TlsReport => ({
    ...facts,
    ...gradeTls(facts, more),
    isComplete,
  })
  yield toReport(base, false)
  const limits = { signal, timeoutMs: left(), family }
  const { key, fingerprint } = shown.certificates[0]!
  const sending = askForSent(openPlain, { host, timeoutMs: left() })
  const [offered, asked, sent, ssl3, hsts, other, missing, tlsa, caa, otherFamily] = await Promise.all([
    Promise.all(VERSIONS.map(async (version) => ({ version, ...(await offers(overhear, version)) }))),
    base.ocsp || !issuer ? undefined : askOcsp({ leaf: leaf!, issuer }, { fetcher, signal, timeoutMs: left() }),
    sending,
    offersSsl3({ openPlain, host, left }),
    startTls
      ? undefined
      : readHsts(fetcher, { host, port }, { ...limits, connectTo, timeoutMs: Math.min(webMs, limits.timeoutMs) }),
    checkOtherCertificate(shake, { host, key, fingerprint, ca, now: now() }),
    isEndless(base) ? findMissingIssuer(chain.at(-1)!, { fetcher, ca, signal, timeoutMs: left() }) : [],
    client ? checkTlsa({ host, port, chain, readSent: () => sending, isMail: startTls === 'smtp' }, client, limits) : [],
    client ? checkCaa(host, client, { signal, timeoutMs: left() }) : [],
    family || connectTo ? undefined : tryOtherFamily({ addresses: target.addresses, address, port, missed }, guard, limits),
  ])
  more.hsts = hsts
  more.dns = [...tlsa, ...caa]
  more.other = [...checkOtherFamily(otherFamily), ...dotted, ...missing, ...other]
  more.sent = judgeChain(sent)
  more.asksForCertificate = offered.some(({ asksForCertificate }) => asksForCertificate)
  more.isRenegotiationSafe = offered.find((one) => one.isRenegotiationSafe !== undefined)?.isRenegotiationSafe
  if (more.asksForCertificate) shake = hands.shakeUntilKeys
  const versions = [...offered.map(({ version, isOffered }) => ({ version, isOffered })), { version: 'SSLv3', isOffered: ssl3 }]
  const withVersions = { ...base, versions, ...(asked && { ocsp: { ...asked, source: 'asked' as const } }) }
  yield toReport(withVersions, false)
  const speaks = (wanted: Version) => versions.some(({ version, isOffered }) => version === wanted && isOffered)
  const hasTime = () => {
    const hasSome = performance.now() < deadline - 300
    more.isCutShort ||= !hasSome
    return hasSome
  }
  const [groups, suites, { ciphers, primeBits, hasOrder }, weak] = await Promise.all([
    speaks('TLSv1.3') ? listGroups(shake, hasTime) : [],
    speaks('TLSv1.3') ? listSuites(shake, hasTime) : [],
    speaks('TLSv1.2') ? listCiphers(hands.shakeUntilKeys, hasTime) : NO_CIPHERS,
    listWeakCiphers({ openPlain, host, left }, hasTime),
  ])
  more.primeBits = primeBits
  more.hasOrder = hasOrder
  yield toReport(
    {
      ...withVersions,
      groups,
      suites,
      ciphers: [...new Set([...ciphers, ...weak])].map((name) => ({
        name,
        verdict: judgeCipher(name, { isMail: startTls === 'smtp' }),
      })),
    },
    true,
  )
}

/** Whether the server has to sign: in all but key exchanges by static RSA. */
const needsSignature = ({ protocol, cipher }: Pick<TlsReport, 'protocol' | 'cipher'>): boolean =>
  protocol === 'TLSv1.3' || /^TLS_(EC)?DHE_/.test(cipher)

/** Whether the chain ends at a certificate whose issuer is not there. */
function isEndless({ problem, certificates }: Pick<TlsReport, 'problem' | 'certificates'>): boolean {
  return /^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/.test(problem ?? '') && !certificates.at(-1)!.isSelfIssued
}
