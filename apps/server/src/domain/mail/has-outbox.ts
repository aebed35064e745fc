import type { Config } from '../../config.ts'

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host)

/** Whether mails that nobody sends can be read on this machine. Behind a proxy every caller may look local. */
export function hasOutbox({ smtpUrl, operator, publicOrigin }: Pick<Config, 'smtpUrl' | 'operator' | 'publicOrigin'>): boolean {
  return smtpUrl === undefined && operator.trustedProxies.length === 0 && isLoopbackHost(URL.parse(publicOrigin)?.host ?? '')
}
