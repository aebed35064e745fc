/** Files of the build carry their hash in the name; the service worker cannot, since its address must stay. */
const OWN_SCRIPT = /^\/(?:assets\/[\w.-]+-[\w-]{8,}|service-worker)\.js$/

type Policy = { createScriptURL(url: string): string }
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy }

/** What the policy «octet» lets through: the path of a script of this site's own build. */
export function checkOwnScript(url: string): string {
  if (import.meta.env?.DEV || OWN_SCRIPT.test(url)) return url
  throw new TypeError(`expected the path of a script of this build, got ${url}`)
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('octet', { createScriptURL: checkOwnScript })

/**
 * The address of a worker or service worker in the form that pages demand under `require-trusted-types-for 'script'`
 * (Trusted Types, W3C); the plain text where the browser knows no such types. Throws a TypeError for any other script.
 */
export const toOwnScript = (url: string): string => (policy ? policy.createScriptURL(url) : checkOwnScript(url))
