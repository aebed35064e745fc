import { isAppError } from '@octet/core/errors.ts'
import type { WhoisObject } from '@octet/core/probe/whois.ts'
import type { Fetcher } from '../http/fetch.ts'
import { mergeFacts, type Asking, type Found, type Raw } from './found.ts'
import type { WhoisLimits } from './limits.ts'
import { askRdap, fetchRdap, findRelated, readError, readRdap, toRdapUrl } from './rdap.ts'
import { RdapBootstrap } from './rdap-bootstrap.ts'
import { isReserved, RESERVED_NOTE } from './reserved.ts'
import { ServerQueue } from './server-queue.ts'

/** What is left must be so long for the registrar to be asked, too. */
const SECOND_NEEDS_MS = 1500
/** RDAP servers are built for more than port 43. */
const GAP_MS = 100

type RdapWay = { readonly fetcher: Fetcher; readonly bootstrapUrl: string | undefined; readonly limits: WhoisLimits }

/** Asks the RDAP server of an object, and the registrar's that it names; undefined where none is registered. */
export function createRdapWay({
  fetcher,
  bootstrapUrl,
  limits: { rdapMs, secondMs, fileMs },
}: RdapWay): (object: WhoisObject, asking: Asking) => Promise<Found | undefined> {
  const bootstrap = new RdapBootstrap()
  const queue = new ServerQueue({ gapMs: GAP_MS })
  return async (object, { signal, left, isBrief }) => {
    const options = { fetcher, bootstrapUrl, signal, queue }
    const base = await bootstrap.find(object, { ...options, timeoutMs: fileMs })
    if (!base) return undefined
    const answer = await askRdap(base, object, { ...options, timeoutMs: Math.min(rdapMs, left()) })
    const raw: Raw[] = [{ server: answer.server, kind: 'rdap', ms: answer.ms, isCut: answer.isCut, text: answer.text }]
    if (!answer.rdap) {
      // its terms of use may speak of reserved rights
      const isKept = object.kind === 'domain' && isReserved(readError(Buffer.from(answer.text)))
      return {
        facts: { isRegistered: isKept ? null : false },
        about: { source: 'rdap', raw, notes: isKept ? [RESERVED_NOTE] : [] },
      }
    }
    const own = readRdap(answer.rdap, object.kind)
    const related = isBrief ? undefined : findRelated(answer.rdap, toRdapUrl(base, object))
    const second =
      related && left() > SECOND_NEEDS_MS
        ? await fetchRdap(related, { ...options, timeoutMs: Math.min(secondMs, left()) }).catch(ignoreUnlessCancelled)
        : undefined
    if (second) raw.push({ server: second.server, kind: 'rdap', ms: second.ms, isCut: second.isCut, text: second.text })
    const registrar = second?.rdap && readRdap(second.rdap, object.kind)
    const redactions = [...new Set([...own.redactions, ...(registrar?.redactions ?? [])])]
    return {
      facts: registrar ? mergeFacts(own, registrar) : own,
      about: { source: 'rdap', raw, unicode: own.unicode, redactions },
    }
  }
}

function ignoreUnlessCancelled(error: unknown): undefined {
  if (isAppError(error) && error.key === 'cancelled') throw error
  return undefined
}
