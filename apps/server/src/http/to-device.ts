import type { Caller } from '@octet/core/endpoint.ts'
import type { Device } from '../domain/account/sessions.ts'

type Request = { readonly caller: Caller; header(name: string): string | undefined }

/** What the list of sessions shows of whoever logs in, and whether it is a browser, which then needs both halves of the session. */
export function toLogInPlace({ caller, header }: Request): { readonly device: Device; readonly isBound: boolean } {
  return {
    device: { agent: header('user-agent') ?? '', address: caller.address },
    // A browser says where the call comes from; a program does not, and keeps no cookies.
    isBound: header('origin') !== undefined || header('sec-fetch-site') !== undefined,
  }
}
