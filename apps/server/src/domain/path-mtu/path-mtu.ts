import type { ConnectionEnds } from '@octet/core/endpoint.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { canReadSegmentSizes, readSegmentSizes, toPacketBytes, type SegmentSizes } from '@octet/probe/tcp/segment-sizes.ts'
import { toPlainAddress } from '../plain-address.ts'
import { ETHERNET_BYTES, findMtuKind, LIMITED_HERE, MTU_MEANINGS, type MtuKind } from './describe-mtu.ts'

/** Why a size is not known. */
export const UNSEEN_REASONS = ['proxied', 'no_program', 'busy', 'not_shown'] as const
type UnseenReason = (typeof UNSEEN_REASONS)[number]

export type PathMtu =
  | {
      readonly state: 'measured'
      readonly sizes: SegmentSizes
      readonly mtu: number
      readonly kind: MtuKind
      readonly isLimitedHere: boolean
    }
  | { readonly state: UnseenReason }

/** Requests with one of these came through somebody who speaks for the visitor. */
const PROXY_FIELDS = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'] as const
const MAX_WAITING = 4

export type PathMtuOptions = {
  /** Whether an address is a proxy that the operator trusts. */
  readonly isProxy: (address: string) => boolean
  readonly read?: typeof readSegmentSizes
  readonly canRead?: typeof canReadSegmentSizes
}

/** What the connection of a visitor carries. One program is run at a time; who would wait for too many others is told so. */
export class PathMtuReader {
  readonly #options: PathMtuOptions
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(options: PathMtuOptions) {
    this.#options = options
  }

  async find(ends: ConnectionEnds | undefined, { header, signal }: Asked): Promise<PathMtu> {
    const { isProxy, canRead = canReadSegmentSizes } = this.#options
    if (!ends) return { state: 'not_shown' }
    if (isProxy(toPlainAddress(ends.remoteAddress)) || PROXY_FIELDS.some((name) => header(name) !== undefined))
      return { state: 'proxied' }
    if (!(await canRead())) return { state: 'no_program' }
    if (this.#waiting >= MAX_WAITING) return { state: 'busy' }
    const sizes = await this.#readInTurn(ends, signal)
    return sizes ? toMeasured(sizes) : { state: 'not_shown' }
  }

  async #readInTurn(ends: ConnectionEnds, signal: AbortSignal): Promise<SegmentSizes | undefined> {
    const { read = readSegmentSizes } = this.#options
    this.#waiting++
    const turn = this.#last.then(() => (signal.aborted ? undefined : read(ends, signal)))
    this.#last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#waiting--
    }
  }
}

type Asked = { readonly header: (name: string) => string | undefined; readonly signal: AbortSignal }

function toMeasured(sizes: SegmentSizes): PathMtu {
  // To itself a machine sends half of what the other side can take, and no path is in between.
  const mtu = findMtuKind(sizes.pmtu) === 'loopback' ? sizes.pmtu : toPacketBytes(sizes)
  const kind = findMtuKind(mtu)
  return { state: 'measured', sizes, mtu, kind, isLimitedHere: mtu >= sizes.pmtu && mtu < ETHERNET_BYTES }
}

/** What it means, in words. */
export function toMtuWords(found: PathMtu, lang: Lang): string {
  if (found.state !== 'measured') return UNSEEN_WORDS[found.state][lang]
  const meaning = MTU_MEANINGS[found.kind][lang]
  return found.isLimitedHere ? `${meaning}${lang === 'zh' ? '' : ' '}${LIMITED_HERE[lang]}` : meaning
}

const UNSEEN_WORDS: Readonly<Record<UnseenReason, Text>> = {
  proxied: {
    en: 'Not visible: a proxy or load balancer stands between you and this server, and only its own connection could be seen.',
    zh: '无法得知：您与本站服务器之间有代理或负载均衡，服务器只能看到它自己的连接。',
  },
  no_program: {
    en: 'Not visible: this installation lacks the program `ss` (package iproute2, Linux), which reads it from the kernel.',
    zh: '无法得知：本站服务器未安装从内核读取该数据的 ss 程序（Linux 的 iproute2 软件包）。',
  },
  busy: {
    en: 'Several visitors are asking right now. Try again in a moment.',
    zh: '当前查询的访客较多，请稍后重试。',
  },
  not_shown: {
    en: 'Not visible: the kernel of this server showed nothing about your connection.',
    zh: '无法得知：服务器内核没有给出该连接的信息。',
  },
}
