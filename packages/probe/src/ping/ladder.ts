import type { ProbeStepInfo } from '@octet/core/probe/ping.ts'
import type { Text } from '@octet/core/text.ts'
import { MtrPacket, type PacketProtocol } from './mtr-packet.ts'
import { findSystemProgram } from './programs.ts'
import { runLines } from './system.ts'

/** What this machine can send with. */
export type Ladder = ProbeStepInfo & {
  readonly packets: MtrPacket | undefined
  /** Protocols whose hops can be seen. */
  readonly traceable: readonly PacketProtocol[]
  readonly pingPath: string | undefined
  readonly traceroutePath: string | undefined
}

const BETTER: Text = {
  en: 'Install mtr-packet (Debian: apt-get install mtr-tiny) and let it open raw sockets: setcap cap_net_raw+ep $(command -v mtr-packet).',
  zh: '请安装 mtr-packet（Debian：apt-get install mtr-tiny），并授予原始套接字权限：setcap cap_net_raw+ep $(command -v mtr-packet)。',
}
const BEST: Text = { en: 'Ping and traceroute by ICMP, UDP and TCP.', zh: '可用 ICMP、UDP、TCP 进行 ping 与路由跟踪。' }

const LOOPBACK = '127.0.0.1'
const TRY_MS = 1000

/** Finds the best step by trying each on loopback; programs that are there but may not send do not count. */
export async function findLadder(
  programs: { mtrPacket?: string | undefined; ping?: string | undefined; traceroute?: string | undefined } | 'system' = 'system',
): Promise<Ladder> {
  const isSystem = programs === 'system'
  const [mtrPath, pingPath, traceroutePath] = isSystem
    ? await Promise.all(['mtr-packet', 'ping', 'traceroute'].map(findSystemProgram))
    : [programs.mtrPacket, programs.ping, programs.traceroute]
  const base = { packets: undefined, traceable: [], pingPath, traceroutePath }
  if (mtrPath) {
    const packets = new MtrPacket(mtrPath)
    const [icmp, udp] = await Promise.all([canSend(packets, 'icmp'), canSend(packets, 'udp')])
    if (icmp && udp) return { ...base, step: 'mtr-packet', note: BEST, packets, traceable: ['icmp', 'udp', 'tcp'] }
    if (icmp) return { ...base, step: 'mtr-packet-unprivileged', note: BETTER, packets, traceable: ['icmp'] }
    await packets[Symbol.asyncDispose]()
  }
  const canPing = pingPath !== undefined && (await canRunPing(pingPath))
  if (canPing) return { ...base, step: 'system', note: BETTER }
  return { ...base, step: 'tcp', note: BETTER, pingPath: undefined }
}

async function canSend(packets: MtrPacket, protocol: PacketProtocol): Promise<boolean> {
  const { outcome } = await packets.send({ address: LOOPBACK, protocol, timeoutMs: TRY_MS })
  return outcome === 'reply'
}

async function canRunPing(path: string): Promise<boolean> {
  for await (const line of runLines(path, ['-n', '-c', '1', '-W', '1', LOOPBACK], { timeoutMs: TRY_MS * 2 }))
    if (/time[=<]/.test(line)) return true
  return false
}
