import { isIP } from 'node:net'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { SSH_USES, type SshProbe, type SshReport, type SshUse } from '@octet/core/probe/ssh.ts'
import type { DnsClient } from '../dns/client.ts'
import type { Guard } from '../guard/guard.ts'
import { toUnreachable } from '../unreachable.ts'
import { checkSshfp, toSshfpRecords } from './sshfp.ts'
import { listChecks } from './checks.ts'
import { hashExchange, EXCHANGES } from './key-exchange.ts'
import {
  checkCertificates,
  isCertificate,
  readHostCertificate,
  toCertificateTime,
  withoutCertificate,
  type HostCertificate,
} from './host-certificate.ts'
import { isSignedBy, readHostKey, toFingerprint, type HostKey } from './host-key.ts'
import { readSmallestBits } from './group-exchange.ts'
import { GROUP_EXCHANGE, isAlgorithm, judgeAlgorithm } from './judge.ts'
import { readKexInit, writeKexInit, type Offer } from './kex-init.ts'
import { NO_SSH, Transport } from './transport.ts'
import { toMpint, toSshString, WireReader } from './wire.ts'

export type SshProbeOptions = {
  readonly guard: Guard
  /** Asks for SSHFP records; without it none are looked for. */
  readonly client?: DnsClient | undefined
  readonly limits?: { readonly totalMs: number; readonly handshakeMs: number } | undefined
}

const LIMITS = { totalMs: 9_000, handshakeMs: 4_000 }
/** No connection is begun when so little time is left. */
const LAST_MS = 500
const VERSION = 'SSH-2.0-Octet'
/** One key of each kind; of the algorithms that sign with the same key the first that the server names. */
const KEY_KINDS: readonly RegExp[] = [
  /^ssh-ed25519$/,
  /^ecdsa-sha2-nistp256$/,
  /^ecdsa-sha2-nistp384$/,
  /^ecdsa-sha2-nistp521$/,
  /^(?:rsa-sha2-\d+|ssh-rsa)$/,
  /^ssh-dss$/,
]
/** SSH_MSG_KEXDH_INIT and _REPLY, for elliptic curves the same. */
const USUAL_MESSAGES = [30, 31] as const

type Greeting = { readonly version: string; readonly offer: Offer; readonly init: Buffer }
type FetchedKey = HostKey & { readonly isProven: boolean; readonly certificate?: HostCertificate | undefined }

/** Looks at an SSH server without logging in: what it offers, and each of its host keys by a connection of its own. */
export function createSshProbe(options: SshProbeOptions): SshProbe {
  return { report: (asked) => report(options, asked) }
}

async function report(
  { guard, client, limits: { totalMs, handshakeMs } = LIMITS }: SshProbeOptions,
  { host, port = 22, family, signal, timeoutMs = totalMs }: Parameters<SshProbe['report']>[0],
): Promise<SshReport> {
  const deadline = performance.now() + Math.min(timeoutMs, totalMs)
  const left = () => Math.max(1, Math.min(handshakeMs, deadline - performance.now()))
  const label = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const refuse = (error: Error) => Promise.reject(toUnreachable(error, label))
  const target = await guard.open(host, { signal, timeoutMs: 3_000 })
  const { address } = await guard.reach(target, { port, family, signal, timeoutMs: left() }).catch(refuse)
  const open = async () =>
    new Transport(await guard.connect({ host: address, port, signal, timeoutMs: left() }).catch(refuse), left())
  const first = await open()
  let greeting: Greeting
  try {
    greeting = await greet(first)
  } finally {
    first[Symbol.dispose]()
  }
  const { offer, version } = greeting
  const certified = offer.hostKey.filter(isCertificate)
  const wanted = [
    ...KEY_KINDS.flatMap((kind) => offer.hostKey.find((name) => kind.test(name)) ?? []),
    ...KEY_KINDS.flatMap((kind) => certified.find((name) => kind.test(withoutCertificate(name))) ?? []),
  ]
  const fetched: FetchedKey[] = []
  for (const algorithm of wanted) {
    // A server takes few strangers at once (MaxStartups): one after the other.
    if (performance.now() > deadline - LAST_MS) break
    const key = await fetchKey(open, algorithm)
    if (key) fetched.push(key)
  }
  const hasGroups = offer.kex.some((one) => GROUP_EXCHANGE.test(one)) && performance.now() < deadline - LAST_MS
  const smallestBits = hasGroups ? await findSmallestGroup(open) : undefined
  const keys = fetched.filter(({ certificate }) => certificate === undefined)
  const shown = fetched.flatMap(({ certificate, isProven }) => (certificate ? { ...certificate, isProven } : []))
  // A certificate’s key that stands there by itself, too, is judged once.
  const judged = fetched.filter(
    ({ certificate, isProven, blob }) => !certificate || !isProven || !keys.some((key) => key.blob.equals(blob)),
  )
  const isCutShort = fetched.length < wanted.length
  const records = toSshfpRecords(host, keys)
  const dns = client ? await checkSshfp(host, keys, client, { signal, timeoutMs: left() }) : []
  const algorithms = (Object.keys(SSH_USES) as SshUse[]).flatMap((use) =>
    offer[use].filter(isAlgorithm).map((name) => ({ use, name, ...judgeAlgorithm(use, name, smallestBits) })),
  )
  const name = port === 22 ? host : `[${host}]:${port}`
  // Whoever has seen a certificate can show it; the host holds its key.
  const authorities = new Set(
    shown
      .filter(({ isSigned, isProven }) => isSigned && isProven)
      .map(({ authority }) => `@cert-authority ${name} ${toKeyText(authority)}`),
  )
  return {
    host,
    port,
    address,
    software: toSoftware(version),
    checks: [
      ...listChecks({ version, offer, algorithms, keys: judged, isCutShort }),
      ...checkCertificates(host, shown, new Date()),
      ...dns,
    ],
    keys: keys.map(({ type, bits, blob, isProven }) => ({ type, bits, sha256: toFingerprint(blob), isProven })),
    certificates: shown.map(({ key, id, principals, from, to, authority, isSigned, isProven }) => ({
      type: key.type,
      id,
      principals: principals.join(', '),
      validFrom: toCertificateTime(from),
      validTo: toCertificateTime(to),
      authority: toFingerprint(authority.blob),
      isSigned,
      isProven,
    })),
    algorithms,
    knownHosts: [...keys.map((key) => `${name} ${toKeyText(key)}`), ...authorities].join('\n'),
    sshfp: records.join('\n'),
  }
}

const toKeyText = ({ type, blob }: HostKey): string => `${type} ${blob.toString('base64')}`

/** What stands behind the version of the protocol: the program, and often the system. */
const toSoftware = (version: string): string =>
  version
    .replace(/^SSH-[\d.]+-/, '')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 200)

async function greet(transport: Transport): Promise<Greeting> {
  transport.say(`${VERSION}\r\n`)
  const version = await transport.readVersion()
  if (!/^SSH-(?:2\.0|1\.99)-/.test(version)) throw new AppError('target_failed', { reason: TOO_OLD })
  const init = await transport.readPacket()
  try {
    return { version, init, offer: readKexInit(init) }
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('target_failed', { reason: NO_SSH }, { cause: error })
    throw error
  }
}

const TOO_OLD = { en: 'it speaks version 1 of SSH only, which is broken', zh: '仅支持已被攻破的 SSH 1' }

/** Bits of the smallest group, where the server chooses one; undefined where it does not, or does not say. */
function findSmallestGroup(open: () => Promise<Transport>): Promise<number | undefined> {
  return orNothing(async () => {
    using transport = await open()
    const { offer } = await greet(transport)
    const name = offer.kex.find((one) => GROUP_EXCHANGE.test(one))
    if (!name || !offer.hostKey[0]) return undefined
    transport.send(writeKexInit({ kex: [name], hostKey: offer.hostKey[0], server: offer }))
    return await readSmallestBits(transport)
  })
}

/** One of the host keys, by a connection that asks for it; undefined where the server does not give it. */
function fetchKey(open: () => Promise<Transport>, algorithm: string): Promise<FetchedKey | undefined> {
  return orNothing(async () => {
    using transport = await open()
    const { version, offer, init: theirInit } = await greet(transport)
    const names = Object.keys(EXCHANGES).filter((name) => offer.kex.includes(name))
    const kex = EXCHANGES[names[0] ?? '']
    if (!kex) return undefined
    const myInit = writeKexInit({ kex: names, hostKey: algorithm, server: offer })
    transport.send(myInit)
    const { mine, agree, chosen, messages: [initId, replyId] = USUAL_MESSAGES } = await kex.begin(transport)
    transport.send(Buffer.concat([Buffer.of(initId), kex.isNumber ? toMpint(mine) : toSshString(mine)]))
    const reply = new WireReader(await transport.readPacket())
    if (reply.byte() !== replyId) return undefined
    const [hostKey, theirs, signature] = [reply.string(), reply.string(), reply.string()]
    const certificate = isCertificate(algorithm) ? readHostCertificate(hostKey) : undefined
    const key = certificate?.key ?? readHostKey(hostKey)
    if (key.type !== toKeyType(withoutCertificate(algorithm))) return undefined
    const secret = agree(theirs)
    const said = { versions: [VERSION, version], inits: [myInit, theirInit], hostKey, chosen, mine, theirs, secret } as const
    return { ...key, certificate, isProven: isSignedBy(key, hashExchange(kex, said), signature) }
  })
}

/** What a server says to a further question; undefined where it says something else. */
async function orNothing<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    // What it says instead is no reason to tell nothing of the rest.
    if (isAppError(error) || error instanceof RangeError || isOpenSslError(error)) return undefined
    throw error
  }
}

/** The key that an algorithm signs with (RFC 8332 §3). */
const toKeyType = (algorithm: string): string => (algorithm.startsWith('rsa-') ? 'ssh-rsa' : algorithm)

/** Numbers that are on no curve, or none of a group. */
const isOpenSslError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^ERR_(?:OSSL|CRYPTO)_/.test(String(error.code))
