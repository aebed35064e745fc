import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/** Why no passkey was used: the browser has none, or the person or the device stopped it. */
export type PasskeyFault = 'missing' | 'stopped'

export const isPasskeyFault = (words: string): words is PasskeyFault => words === 'missing' || words === 'stopped'

/** Has a passkey sign a log-in. The library comes with the first use. */
export const usePasskey = (options: unknown): Promise<object | PasskeyFault> =>
  attempt(({ startAuthentication }) => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))

/** Makes a new passkey on this device. */
export const makePasskey = (options: unknown): Promise<object | PasskeyFault> =>
  attempt(({ startRegistration }) => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))

type Library = typeof import('@simplewebauthn/browser')

async function attempt(use: (library: Library) => Promise<object>): Promise<object | PasskeyFault> {
  const library = await import('@simplewebauthn/browser')
  if (!library.browserSupportsWebAuthn()) return 'missing'
  return use(library).catch((): PasskeyFault => 'stopped')
}
