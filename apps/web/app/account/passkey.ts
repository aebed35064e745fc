import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { Text } from '@octet/core/text.ts'
import { passkeyText } from '../text/account-passkeys.ts'
import { siteText } from '../text/site.ts'

/** Why no passkey was made or used, in words and with what stands in them. */
export type PasskeyFault = { readonly fault: Text; readonly values: Readonly<Record<string, string>> }

/** Has a passkey sign a log-in. The library comes with the first use. */
export function usePasskey(options: unknown): Promise<object | PasskeyFault> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return attempt(({ startAuthentication }) => startAuthentication({ optionsJSON }), {
    host: optionsJSON.rpId,
    stopped: passkeyText.notUsed,
  })
}

/** Makes a new passkey on this device. */
export function makePasskey(options: unknown): Promise<object | PasskeyFault> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return attempt(({ startRegistration }) => startRegistration({ optionsJSON }), {
    host: optionsJSON.rp.id,
    stopped: passkeyText.notMade,
  })
}

export const isPasskeyFault = (outcome: object): outcome is PasskeyFault => 'fault' in outcome

type Library = typeof import('@simplewebauthn/browser')
type Attempt = { readonly host: string | undefined; readonly stopped: Text }

async function attempt(use: (library: Library) => Promise<object>, { host, stopped }: Attempt): Promise<object | PasskeyFault> {
  if (host !== undefined && !isWithin(location.hostname, host)) return { fault: passkeyText.elsewhere, values: { host } }
  const library = await import('@simplewebauthn/browser').catch(() => undefined)
  if (!library) return { fault: siteText.chunkFailed, values: {} }
  if (!library.browserSupportsWebAuthn()) return { fault: passkeyText.missing, values: {} }
  return use(library).catch((error: Error): PasskeyFault => {
    // The device tells so only to a person who has shown to be its owner (WebAuthn §5.1.3).
    const isKnown = error.name === 'InvalidStateError'
    return { fault: isKnown ? passkeyText.known : stopped, values: {} }
  })
}

/** A passkey of a name counts for the hosts below it, too (WebAuthn §5.1.2). */
const isWithin = (hostname: string, name: string): boolean => hostname === name || hostname.endsWith(`.${name}`)
