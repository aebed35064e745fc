import type { HttpReport } from '@octet/core/probe/http.ts'
import type { ProbeCapability } from '@octet/core/probe.ts'
import { TRACEROUTE_PACKETS, type Task, type TaskResult } from '@octet/core/probe/measurement.ts'
import { toQuestionType } from '../dns/question.ts'
import { checkUrl } from '../http/url.ts'

/** The probes that tasks use. */
export type TaskProbes = Pick<ProbeCapability, 'http' | 'tls'> & {
  readonly ping: Pick<ProbeCapability['ping'], 'ping' | 'trace'>
  readonly dns: Pick<ProbeCapability['dns'], 'query'>
}

type HttpTask = Extract<Task, { type: 'http' }>
type TaskOptions = { readonly signal: AbortSignal; readonly timeoutMs: number }

/** Does what a measurement asks of one point; each value is the whole result so far. Throws as the probes do. */
export async function* runTask(task: Task, probe: TaskProbes, options: TaskOptions): AsyncGenerator<TaskResult> {
  switch (task.type) {
    case 'ping': {
      const { target, protocol, port, family, packets } = task
      return yield* probe.ping.ping({ target, protocol, port, family, count: packets, ...options })
    }
    case 'traceroute':
    case 'mtr': {
      const { target, protocol, port, family } = task
      const rounds = task.type === 'mtr' ? task.packets : TRACEROUTE_PACKETS
      return yield* probe.ping.trace({ target, protocol, port, family, rounds, ...options })
    }
    case 'dns': {
      const { target, recordType, resolver } = task
      return yield await probe.dns.query({ name: target, type: recordType, server: resolver || undefined, ...options })
    }
    case 'http':
      return yield await askPage(probe, task, options)
    case 'tls':
      for await (const report of probe.tls.report({ host: task.target, port: task.port, ...options }))
        // certificates are 2 KB each and stand in their own tool
        yield { ...report, certificates: report.certificates.map((one) => ({ ...one, pem: '' })) }
  }
}

/** Method Not Allowed and Not Implemented (RFC 9110 §15.5.6, §15.6.2): of HEAD they say nothing of the page. */
const UNKNOWN_METHOD = new Set([405, 501])

async function askPage({ http }: TaskProbes, { target, method }: HttpTask, options: TaskOptions): Promise<HttpReport> {
  const url = toUrl(target)
  const report = await http.report(url, { method: method ?? 'HEAD', ...options })
  return method === undefined && UNKNOWN_METHOD.has(report.status) ? http.report(url, { method: 'GET', ...options }) : report
}

/** Refuses what every point would refuse, before one is asked. Throws `bad_input`, `refused_target`. */
export function checkTask(task: Task): void {
  if (task.type === 'http') checkUrl(toUrl(task.target))
  if (task.type === 'dns') toQuestionType(task.recordType)
}

function toUrl(target: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(target) ? target : `https://${target}/`
}
