const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host)

/** Whether mails are sent; if not, whether they can be read on this machine. */
export type MailSetUp = 'sent' | 'kept' | 'unsent'

export const toMailSetUp = (settings: Settings): MailSetUp =>
  settings.smtpUrl !== undefined ? 'sent' : hasOutbox(settings) ? 'kept' : 'unsent'

type Settings = {
  readonly smtpUrl: string | undefined
  readonly publicOrigin: string
  readonly operator: { readonly trustedProxies: readonly string[] }
}

/** Whether mails that nobody sends can be read on this machine. Behind a proxy every caller may look local. */
export function hasOutbox({ smtpUrl, operator, publicOrigin }: Settings): boolean {
  return smtpUrl === undefined && operator.trustedProxies.length === 0 && isLoopbackHost(URL.parse(publicOrigin)?.host ?? '')
}
